/** The first 32 bits of the fractional parts of the roots of the first primes, as FIPS 180-4 derives its constants. */
function roots(count: number, power: number): Uint32Array {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) {
    let prime = true;
    for (let d = 2; d * d <= n; d += 1) if (n % d === 0) prime = false;
    if (prime) found.push((n ** power % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
}
const K = roots(64, 1 / 3);
const start = roots(8, 1 / 2);

/** SHA-256 in pieces (FIPS 180-4): the browser's own digest takes only whole buffers, and files may be larger than memory. */
export class Sha256 {
  readonly #state = Uint32Array.from(start);
  readonly #words = new Uint32Array(64);
  readonly #block = new Uint8Array(64);
  #held = 0;
  #size = 0;

  add(bytes: Uint8Array): void {
    this.#size += bytes.length;
    let at = 0;
    if (this.#held > 0) {
      at = Math.min(64 - this.#held, bytes.length);
      this.#block.set(bytes.subarray(0, at), this.#held);
      this.#held += at;
      if (this.#held < 64) return;
      this.#mix(this.#block, 0);
    }
    for (; at + 64 <= bytes.length; at += 64) this.#mix(bytes, at);
    this.#held = bytes.length - at;
    this.#block.set(bytes.subarray(at), 0);
  }

  /** The digest; nothing may be added after. */
  end(): Uint8Array {
    const size = this.#size;
    const pad = new Uint8Array((this.#held < 56 ? 56 : 120) - this.#held + 8);
    pad[0] = 0x80;
    new DataView(pad.buffer).setBigUint64(pad.length - 8, BigInt(size) * 8n);
    this.add(pad);
    const out = new DataView(new ArrayBuffer(32));
    this.#state.forEach((word, index) => out.setUint32(index * 4, word));
    return new Uint8Array(out.buffer);
  }

  #mix(bytes: Uint8Array, from: number): void {
    const w = this.#words;
    const view = new DataView(bytes.buffer, bytes.byteOffset + from, 64);
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(i * 4);
    for (let i = 16; i < 64; i += 1) {
      const a = w[i - 15] as number;
      const b = w[i - 2] as number;
      const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
      const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
      w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1;
    }
    const s = this.#state;
    let [a, b, c, d, e, f, g, h] = s as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => {
      s[index] = (s[index] as number) + word;
    });
  }
}
