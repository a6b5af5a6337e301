import type { ServerId } from '../../../core/ids.ts';
import { isObject } from '../../../core/json.ts';
import type { ChatRecord } from '../../../core/records.ts';
import type { ServerRecord } from '../../../core/server.ts';
import type { ConsentRow } from '../serverscontract.ts';

/** What all chats have answered to servers that are there (rows S4, T3), the chat used last first. */
export function consentRows(chats: readonly ChatRecord[], servers: readonly ServerRecord[]): readonly ConsentRow[] {
  const names = new Map<ServerId, string>(servers.map((one) => [one.id, one.name]));
  return chats.flatMap((chat) => {
    const { consents } = chat;
    if (!isObject(consents)) return [];
    return Object.entries(consents).flatMap(([server, consent]): ConsentRow[] => {
      const serverName = names.get(server);
      if (serverName === undefined || consent === 'none') return [];
      return [{ chat: chat.id, chatTitle: chat.title === '' ? 'New chat' : chat.title, server, serverName, consent }];
    });
  });
}
