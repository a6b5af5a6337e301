/**
 * When the banner came to stand there, by the cards' clock; null while there is none. Its Escape works from anywhere in the
 * page, in the order of row A3: a focused card first, then the banner, then the answer's Stop.
 */
export const banner: { since: number | null } = { since: null };
