import type { Message } from '@keyhaven/contracts/messaging/message';
import { Badge } from '@keyhaven/pages/components/badge';
import { Panel } from '@keyhaven/pages/components/panel';
import { formatInstant } from '@keyhaven/pages/format/dates';
import type { ShownThread } from './read-booking';

/** The newest messages of a thread, in the order in which they were sent. */
export function MessageThread({ thread, timeZone }: { thread: ShownThread; timeZone: string }): JSX.Element {
  const { id, channel, messages, hasMore } = thread;
  return (
    <Panel title="Messages" lead={`Thread ${id}${channel === null ? '' : `, ${channel}`}`}>
      {messages ? '' : <p class="soft">This thread was not found.</p>}
      {messages?.length === 0 ? <p class="soft">No messages yet.</p> : ''}
      {hasMore ? <p class="soft">These are the newest messages. GET v2/messages lists the older ones too.</p> : ''}
      <ol class="messages">
        {messages?.map((message) => (
          <li class={message.from_role === 'owner' ? 'message own' : 'message'}>
            <p class="message-head">
              <strong safe>{roleWords(message.from_role)}</strong>{' '}
              <span class="soft" safe>
                {formatInstant(message.date_utc, timeZone)}
              </span>{' '}
              <State message={message} />
            </p>
            {message.body ? (
              <p class="message-body" safe>
                {message.body}
              </p>
            ) : (
              <p class="soft">{message.removed_utc === null ? 'No text.' : 'This message was removed.'}</p>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function State({ message }: { message: Message }): JSX.Element {
  if (message.is_draft) return <Badge text="draft" kind="warn" />;
  if (message.failed_utc !== null)
    return <Badge text={`failed: ${message.failure_reason ?? 'no reason'}`} kind="danger" />;
  return '';
}

function roleWords(role: Message['from_role']): string {
  const words = role.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
