import { expect, test } from 'vitest';
import { meaningOf, takesFocus, type Appearing, type Press } from './focus.ts';

const quiet: Appearing = { tool: 'file_edit', now: 10_000, lastKeyAt: null, unsent: false, engaged: false };
const press: Press = { key: 'Enter', repeat: false, modified: false, composing: false, on: 'card', age: 500 };

test('A3 a card takes the focus when the person is not typing', () => {
  expect(takesFocus(quiet)).toBe(true);
  expect(takesFocus({ ...quiet, lastKeyAt: 8_000 })).toBe(true);
});

test('A3 a card takes no focus with unsent text or a key in the last two seconds', () => {
  expect(takesFocus({ ...quiet, unsent: true })).toBe(false);
  expect(takesFocus({ ...quiet, lastKeyAt: 8_001 })).toBe(false);
  expect(takesFocus({ ...quiet, lastKeyAt: 10_000 })).toBe(false);
});

test('A3 a card takes no focus from another card or a dialog', () => {
  expect(takesFocus({ ...quiet, engaged: true })).toBe(false);
});

test('A3 a card for delete never takes the focus', () => {
  expect(takesFocus({ ...quiet, tool: 'file_delete' })).toBe(false);
});

test('A3 Return approves and Escape denies', () => {
  expect(meaningOf(press)).toBe('approve');
  expect(meaningOf({ ...press, key: 'Escape' })).toBe('deny');
  expect(meaningOf({ ...press, on: 'choice' })).toBe('approve');
  expect(meaningOf({ ...press, key: 'Escape', on: 'button' })).toBe('deny');
});

test('A3 its keys are inert for its first 500 ms, wherever in the card', () => {
  for (const key of ['Enter', 'Escape', ' ']) {
    for (const on of ['card', 'choice', 'button', 'field'] as const) {
      expect(meaningOf({ ...press, key, on, age: 499 })).toBe('nothing');
    }
  }
  expect(meaningOf({ ...press, key: 'Tab', age: 0 })).toBe('pass');
});

test('A3 a key held down since before, or with a modifier, answers nothing', () => {
  expect(meaningOf({ ...press, repeat: true })).toBe('nothing');
  expect(meaningOf({ ...press, repeat: true, on: 'button' })).toBe('nothing');
  expect(meaningOf({ ...press, key: 'Escape', repeat: true })).toBe('nothing');
  expect(meaningOf({ ...press, modified: true })).toBe('pass');
  expect(meaningOf({ ...press, composing: true })).toBe('pass');
});

test('A3 a button has its own Return, and a field has its keys', () => {
  expect(meaningOf({ ...press, on: 'button' })).toBe('pass');
  expect(meaningOf({ ...press, key: ' ', on: 'button' })).toBe('pass');
  expect(meaningOf({ ...press, on: 'field' })).toBe('pass');
  expect(meaningOf({ ...press, key: 'Escape', on: 'field' })).toBe('pass');
  expect(meaningOf({ ...press, key: ' ', repeat: true, on: 'field' })).toBe('pass');
});
