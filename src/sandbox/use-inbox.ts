import type { DataOf } from '#contract/endpoint.ts'
import { sandbox } from '#contract/platform.ts'
import { useWatched } from './use-polled-endpoint.ts'

export type Sms = DataOf<typeof sandbox.inbox>[number]
export type ReceivedMail = DataOf<typeof sandbox.mailbox>[number]

/** What the phones of the sandbox have received. */
export const useInbox = () => useWatched(sandbox.inbox)
/** What its mailbox has received. */
export const useMailbox = () => useWatched(sandbox.mailbox)
