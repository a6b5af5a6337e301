/** Every limit of SPEC's table, in one place. Bytes unless the name says otherwise; KB is 1,024. */
const KB = 1024;
const MB = 1024 * KB;

export const limits = {
  result: { total: 32 * KB, head: 24 * KB, tail: 8 * KB },
  read: { lines: 2_000, lineChars: 2_000, whole: 16 * MB },
  grep: { matches: 200, mostMatches: 1_000, perFile: 20, excerptChars: 400, context: 10, file: 512 * MB },
  list: { entries: 1_000 },
  rename: { entries: 1_000 },
  parallelReads: 8,
  /** What one turn of a model may say and ask for; more is a model or provider gone wrong, and is ended. */
  turn: { calls: 1_000, chars: 16 * MB },
  nameChars: 64,
  retry: { times: 3, waitsMs: [1_000, 2_000, 4_000], retryAfterMs: 60_000 },
  attachment: 10 * MB,
  /** Row M1 and the table's line "MCP"; times in milliseconds, `callMs` without progress, `totalMs` in all (a setting). */
  mcp: {
    connectMs: 30_000,
    callMs: 60_000,
    totalMs: 600_000,
    result: 10 * MB,
    pages: 64,
    tools: 512,
    /** Characters of a tool's own name or title, and of all it says of itself; levels of its schema. */
    toolName: 256,
    tool: 256 * KB,
    schemaDepth: 64,
    requests: 50,
    /** A storm of `list_changed` costs at most one list in this time. */
    relistMs: 500,
    elicitations: 8,
    /** Row M5: time and bytes of one answer about signing in; how long the window may stand open; how long the page may have
     *  the person back, after the window went, before it counts as closed. */
    signIn: { answerMs: 10_000, answer: 256 * KB, windowMs: 600_000, backMs: 2_000 },
    /** Characters of what a server asks a person, and of all it says of its tools together. */
    message: 4_000,
    roster: 8 * MB,
    /** The longest a value is checked against a server's schema. */
    schemaMs: 1_000,
  },
  /** Row M2: an answer of the registry, bytes and milliseconds; entries asked for at a time; the wait for the end of typing. */
  registry: { answer: 4 * MB, answerMs: 15_000, entries: 30, debounceMs: 300 },
  /** Row M8: a file to import, characters, of YAML fewer, which takes long to read; and how many servers are read of it. */
  exchange: { chars: 1 * MB, yamlChars: 128 * KB, servers: 200 },
  /** Row M6: how long one question to a server that failed may take. */
  probeMs: 4_000,
  /** Characters of a tool's description that a model is told. */
  toolDescription: 16_000,
  titleChars: 60,
  /** Row B: soft check-in and ceiling of each preset; Standard is the default. */
  budget: {
    focused: { soft: 25, ceiling: 100 },
    standard: { soft: 75, ceiling: 250 },
    extended: { soft: 200, ceiling: 600 },
  },
  /** Row F1: a model of a round that says nothing for this long drops out; the setting's bounds, in minutes. */
  round: { silentMs: 120_000, minutes: { least: 1, most: 240 } },
  /** Row F1: what all answers together may take of the primary's context in the synthesis; a context nobody knows counts as this many tokens. */
  synthesis: { share: 0.5, context: 32_000 },
  /** Row V5: what of a context is left to the answer; and the most a summary may have, in tokens. */
  context: { reserve: 0.2, mostReserve: 16_000, summary: 2_000 },
  /** Row V6: bytes of AGENTS.md that are given; the rest is cut, and marked. */
  agents: 32 * KB,
  flow: {
    timeoutSeconds: 1_200,
    maxTimeoutSeconds: 3_600,
    maxCalls: 100,
    script: 64 * KB,
    prints: 16 * KB,
    result: 32 * KB,
    callTail: 1 * KB,
    envelope: 64 * KB,
  },
  card: { inertMs: 500, typingMs: 2_000 },
  growSaveMs: 2_000,
  diffMs: 1_000,
  fileStallMs: 30_000,
} as const;

export type BudgetPreset = keyof typeof limits.budget;
