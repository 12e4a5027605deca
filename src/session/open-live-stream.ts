import { pathOf } from '#contract/endpoint.ts'
import { StreamMessage, stream_path } from '#contract/stream.ts'
import { newIdempotencyKey } from '#src/api/call.ts'
import { type EventStream, openEventStream } from '#src/api/event-stream.ts'
import type { OpenStream } from './shared-stream.ts'

/** Names this tab to the server for as long as it lives. */
const client_id = newIdempotencyKey()

/** Loaded only when there is somebody to push to. Messages of a kind this build does not know are left out. */
export const openLiveStream = ({ onMessages, onOpen, onLost, position }: OpenStream): EventStream =>
  openEventStream({
    path: pathOf({ path: stream_path }, { client_id }),
    last_id: position,
    onOpen,
    onLost,
    onMessages: (messages, id) =>
      onMessages(
        messages.flatMap((message) => StreamMessage.safeParse(message).data ?? []),
        id,
      ),
  })
