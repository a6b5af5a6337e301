/** For tests of this room: sign-ins over a database of their own, with a frame in place of the window. */
import type { Outcome } from '../../../../core/outcome.ts';
import type { ServerRecord } from '../../../../core/server.ts';
import { keysIn } from '../../../../storage/keys.ts';
import { signInsIn } from '../../../../storage/servers.ts';
import { databaseAt, serverRecord } from '../../../../storage/testing/fresh.ts';
import type { SignIns } from '../../hostcontract.ts';
import { inBrowser, type SignInDeps } from '../deps.ts';
import type { SignInWindow } from '../popup.ts';
import { makeSignIns } from '../signins.ts';

/** A sign-in window of a test: a frame that goes where it is sent, and really comes back through the callback page. */
export interface FakeWindow extends SignInWindow {
  readonly name: string;
  /** Where it was sent; '' before. */
  address: string;
  shut: boolean;
  shown: number;
}

export interface Room {
  readonly signIns: SignIns;
  readonly windows: FakeWindow[];
  readonly changed: string[];
  /** Milliseconds that are added to the clock. */
  later: number;
  /** Another tab on the same database. */
  beside(more?: Partial<SignInDeps>): Promise<Room>;
  deps: SignInDeps;
}

/** `frame` false: windows that go nowhere. */
export async function roomAt(name: string, more: Partial<SignInDeps> = {}, frame = true): Promise<Room> {
  const db = await databaseAt(name);
  const windows: FakeWindow[] = [];
  const changed: string[] = [];
  const real = inBrowser();
  const deps: SignInDeps = {
    ...real,
    table: signInsIn(db),
    keys: keysIn(db),
    changed: (id) => void changed.push(id),
    now: () => Date.now() + room.later,
    page: { address: `${location.origin}/`, origin: '' },
    openWindow: (called) => {
      const made = frame ? frameWindow(called) : blankWindow(called);
      windows.push(made);
      return made;
    },
    attended: () => true,
    limits: { ...real.limits, answerMs: 3_000, backMs: 500 },
    ...more,
  };
  const signIns = makeSignIns(deps);
  await signIns.load();
  const room: Room = {
    signIns,
    windows,
    changed,
    later: 0,
    deps,
    beside: (other) => roomAt(name, { ...more, ...other }, frame),
  };
  return room;
}

export function blankWindow(name: string): FakeWindow {
  const made: FakeWindow = {
    name,
    address: '',
    shut: false,
    shown: 0,
    closed: () => made.shut,
    go: (address) => {
      made.address = address;
    },
    show: () => {
      made.shown += 1;
    },
    close: () => {
      made.shut = true;
    },
  };
  return made;
}

function frameWindow(name: string): FakeWindow {
  const made = blankWindow(name);
  const frame = document.createElement('iframe');
  document.body.append(frame);
  return Object.assign(made, {
    go: (address: string) => {
      made.address = address;
      frame.src = address;
    },
    close: () => {
      made.shut = true;
      frame.remove();
    },
  });
}

/** A server that wants a sign-in, at an address that is there. */
export const serverAt = (url: string, more: Partial<ServerRecord> = {}): ServerRecord =>
  serverRecord(`server-${url}`, { name: 'Protected', url, ...more });

export const never = (): AbortSignal => new AbortController().signal;

/** The answer to one JSON-RPC request through a sign-in. */
export async function ask(room: Room, server: ServerRecord, tool?: string): Promise<{ status: number; text: string }> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    ...(tool === undefined ? { method: 'tools/list' } : { method: 'tools/call', params: { name: tool } }),
  });
  const response = await room.signIns
    .of(server)
    .fetch(server.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return { status: response.status, text: await response.text() };
}

export const said = (outcome: Outcome<unknown>): string =>
  outcome.ok ? 'ok' : `${outcome.fault.code}: ${outcome.fault.message}`;
