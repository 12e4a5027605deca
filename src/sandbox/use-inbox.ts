import type { EndpointData } from '#contract/endpoint.ts'
import { sandbox } from '#contract/platform.ts'
import { usePolledEndpoint } from './use-polled-endpoint.ts'

export type ReceivedSms = EndpointData<typeof sandbox.inbox>[number]
export type ReceivedMail = EndpointData<typeof sandbox.mailbox>[number]

/** What the phones of the sandbox have received. */
export const useInbox = () => usePolledEndpoint(sandbox.inbox)
/** What its mailbox has received. */
export const useMailbox = () => usePolledEndpoint(sandbox.mailbox)
