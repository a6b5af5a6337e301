/** The client's own document (row M5) says what the program says of itself. */
import { expect, test } from 'vitest';
import { metadataOf, placeOf } from '../src/app/mcp/signin/client.ts';
import { clientDocument, publicOrigin } from './clientdocument.mjs';

test('M5 the document at oauth/client.json is what a registration would say, at the address that is the client id', () => {
  for (const base of ['/', '/app/']) {
    const place = placeOf(`https://sluice.example${base}`, 'https://sluice.example');
    const { client_id, client_uri, ...rest } = clientDocument('https://sluice.example', base);
    expect(client_id).toBe(place.document);
    expect(client_uri).toBe(`https://sluice.example${base}`);
    expect(rest).toEqual(metadataOf(place));
  }
});

test('M5 the document is the client id only at the https origin the build was made for', () => {
  expect(placeOf('https://sluice.example/', '').document).toBeNull();
  expect(placeOf('https://copy.example/', 'https://sluice.example').document).toBeNull();
  expect(placeOf('http://127.0.0.1:4173/', 'http://127.0.0.1:4173').document).toBeNull();
  expect(placeOf('http://localhost:4173/index.html#/settings', '').redirect).toBe(
    'http://localhost:4173/oauth/callback.html',
  );
});

test('M5 SLUICE_ORIGIN is a public https origin or nothing', () => {
  expect(publicOrigin(undefined)).toBe('');
  expect(publicOrigin('https://sluice.example')).toBe('https://sluice.example');
  expect(publicOrigin('https://sluice.example/')).toBe('https://sluice.example');
  for (const bad of ['http://sluice.example', 'sluice.example', 'https://sluice.example/app', 'https://a.example/?x'])
    expect(() => publicOrigin(bad)).toThrow('SLUICE_ORIGIN');
});
