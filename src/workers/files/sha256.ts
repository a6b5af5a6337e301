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
const K = Int32Array.from(roots(64, 1 / 3));
const start = Int32Array.from(roots(8, 1 / 2));

/** SHA-256 in pieces (FIPS 180-4): the browser's own digest takes only whole buffers, and files may be larger than memory. */
export class Sha256 {
  readonly #state = Int32Array.from(start);
  readonly #words = new Int32Array(64);
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
    this.#state.forEach((word, index) => out.setInt32(index * 4, word));
    return new Uint8Array(out.buffer);
  }

  /** One block of 64 bytes. Locals only: this runs 16,384 times a megabyte. */
  #mix(bytes: Uint8Array, from: number): void {
    const w = this.#words;
    for (let i = 0, at = from; i < 16; i += 1, at += 4) {
      w[i] =
        ((bytes[at] as number) << 24) |
        ((bytes[at + 1] as number) << 16) |
        ((bytes[at + 2] as number) << 8) |
        (bytes[at + 3] as number);
    }
    for (let i = 16; i < 64; i += 1) {
      const x = w[i - 15] as number;
      const y = w[i - 2] as number;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
    }
    const s = this.#state;
    let a = s[0] as number;
    let b = s[1] as number;
    let c = s[2] as number;
    let d = s[3] as number;
    let e = s[4] as number;
    let f = s[5] as number;
    let g = s[6] as number;
    let h = s[7] as number;
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
    s[0] = ((s[0] as number) + a) | 0;
    s[1] = ((s[1] as number) + b) | 0;
    s[2] = ((s[2] as number) + c) | 0;
    s[3] = ((s[3] as number) + d) | 0;
    s[4] = ((s[4] as number) + e) | 0;
    s[5] = ((s[5] as number) + f) | 0;
    s[6] = ((s[6] as number) + g) | 0;
    s[7] = ((s[7] as number) + h) | 0;
  }
}
