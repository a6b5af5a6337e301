import type { JSX } from 'preact';

/** No server yet: what they are, and the three ways to add one (row U6). */
export function NoServers(): JSX.Element {
  return (
    <div class="no-servers">
      <p>
        <b>None yet.</b> An MCP server offers tools: an issue tracker, a database, a search. Models call them as they
        call the file tools, through the same approval.
      </p>
      <ul>
        <li>
          <b>Add</b> one whose address you know: it must speak streamable HTTP and let this page in (CORS).
        </li>
        <li>
          <b>Browse registry</b> for servers that others have published.
        </li>
        <li>
          <b>Import…</b> the settings of another client: 5ire, Claude Desktop, VS Code or Cursor.
        </li>
      </ul>
    </div>
  );
}
