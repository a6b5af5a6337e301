/**
 * A map with one entry replaced, without copying the map: an answer that grows changes eight hundred times a second, and a
 * chat may hold thousands. Its entries keep their order. A second overlay on the same entry stands on the same base.
 */
class Overlay<K, V> implements ReadonlyMap<K, V> {
  readonly base: ReadonlyMap<K, V>;
  readonly key: K;
  readonly #value: V;
  constructor(base: ReadonlyMap<K, V>, key: K, value: V) {
    this.base = base;
    this.key = key;
    this.#value = value;
  }
  get size(): number {
    return this.base.size;
  }
  get(key: K): V | undefined {
    return key === this.key ? this.#value : this.base.get(key);
  }
  has(key: K): boolean {
    return this.base.has(key);
  }
  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }
  *entries(): MapIterator<[K, V]> {
    for (const [key, value] of this.base) yield [key, key === this.key ? this.#value : value];
    return undefined;
  }
  keys(): MapIterator<K> {
    return this.base.keys();
  }
  *values(): MapIterator<V> {
    for (const [, value] of this) yield value;
    return undefined;
  }
  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }
}

/** The map with this entry in place of the one that is there; one that is not there is put at the end. */
export function replaced<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  if (map instanceof Overlay) {
    const { base } = map as Overlay<K, V>;
    return (map as Overlay<K, V>).key === key ? new Overlay(base, key, value) : new Map(map).set(key, value);
  }
  return map.has(key) ? new Overlay(map, key, value) : new Map(map).set(key, value);
}
