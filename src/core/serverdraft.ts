/** A server before it is saved: from its form, the registry or a file (rows M2, M8). Text of the last two is from outside. */
import type { Policy } from './gate.ts';
import type { ServerId } from './ids.ts';
import type { Audience } from './server.ts';

/** A header as a form has it. */
export interface HeaderDraft {
  readonly name: string;
  /** Undefined leaves a stored value as it is. */
  readonly value: string | undefined;
  readonly secret: boolean;
}

/** A server as its form has it. A bearer token is the header `Authorization`, written `Bearer …` by the form. */
export interface ServerDraft {
  /** Null for a new one; of a stored one the URL cannot change (row M3). */
  readonly id: ServerId | null;
  readonly name: string;
  readonly about: string;
  readonly url: string;
  readonly audience: Audience;
  readonly policy: Policy;
  readonly headers: readonly HeaderDraft[];
  /** A client registered by hand (row M5), or null. `secret` undefined leaves a stored one; '' is none. */
  readonly client: { readonly id: string; readonly secret: string | undefined } | null;
}

/** A value a registry entry wants before it can be added: a URL variable or a header (row M2). */
export interface Wanted {
  readonly of: 'url' | 'header';
  /** The variable's or the header's name. For a header with a template, its variables stand here one by one, `header · variable`. */
  readonly name: string;
  /** Which header a variable belongs to, or null for the URL's own and for whole headers. */
  readonly header: string | null;
  readonly about: string;
  readonly secret: boolean;
  readonly required: boolean;
  readonly initial: string;
  /** Values to choose from; empty: any. */
  readonly choices: readonly string[];
}

/** An endpoint of an entry. `url` and the headers' templates still hold their `{variables}`. */
export interface RegistryRemote {
  readonly url: string;
  readonly wanted: readonly Wanted[];
  /** Headers sent with every request; without a template the person gives the whole value. */
  readonly headers: readonly { readonly name: string; readonly template: string | null; readonly secret: boolean }[];
}

/** One entry of the registry. All text is from outside. */
export interface RegistryEntry {
  /** `io.github.someone/name`. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly version: string;
  readonly website: string | null;
  readonly repository: string | null;
  readonly state: 'active' | 'deprecated' | 'deleted';
  /** Why it cannot be used in a browser ("only runs as a program on your computer"), or null. */
  readonly unusable: string | null;
  /** Its streamable-HTTP endpoints, each with what must be asked before it is added. */
  readonly remotes: readonly RegistryRemote[];
  /** A server with this URL is there already. */
  readonly added: boolean;
}

export interface RegistryPage {
  readonly entries: readonly RegistryEntry[];
  readonly next: string | null;
  /** How many entries of this page were broken, and are left out. */
  readonly left: number;
}

/** What an import would do (row M8), before anything is done. */
export interface ImportPreview {
  readonly format: string;
  readonly rows: readonly {
    readonly key: string;
    readonly what: 'add' | 'change' | 'same' | 'skip';
    /** Why it is skipped, or what changes, in words. */
    readonly why: string;
    /** Null for what is skipped. */
    readonly draft: ServerDraft | null;
    readonly enabled: boolean;
    /** Placeholders that stand in the draft's URL and headers and want a value before it is saved. */
    readonly missing: readonly Placeholder[];
  }[];
}

/** A value that a file leaves to the person: `${input:token}`, `${env:KEY}`. */
export interface Placeholder {
  /** As it stands in the file. */
  readonly text: string;
  /** What the file says of it; '' where it says nothing. */
  readonly about: string;
  /** To be typed unseen. */
  readonly secret: boolean;
}
