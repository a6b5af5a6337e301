import type { ChatRecord } from '../../../core/records.ts';
import { consentIn, type ServerRecord } from '../../../core/server.ts';
import type { ConsentRow } from '../serverscontract.ts';

/** What all chats have answered to servers that are there (rows S4, T3), the chat used last first. */
export const consentRows = (chats: readonly ChatRecord[], servers: readonly ServerRecord[]): readonly ConsentRow[] =>
  chats.flatMap((chat) =>
    servers.flatMap(({ id, name }): ConsentRow[] => {
      const consent = consentIn(chat.consents, id);
      if (consent === 'none') return [];
      return [
        {
          chat: chat.id,
          chatTitle: chat.title === '' ? 'New chat' : chat.title,
          server: id,
          serverName: name,
          consent,
        },
      ];
    }),
  );
