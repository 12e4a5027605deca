import { useCallback, useEffect, useState } from 'react'
import { type WechatConfirmation, wechat } from '#contract/wechat.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'

export type ConfirmationState =
  | { is: 'loading' }
  | { is: 'asked'; confirmation: WechatConfirmation; deciding: boolean; refusal: ApiError | null }
  | { is: 'absent' }
  | { is: 'failed'; error: unknown }

const load = (ticket: string): Promise<ConfirmationState> =>
  callEndpoint(wechat.get_confirmation, { query: { ticket } }).then(
    ({ data }) => ({ is: 'asked', confirmation: data, deciding: false, refusal: null }),
    (error: unknown) => {
      const unknown = isApiError(error) && (error.status === 404 || error.status === 400)
      return unknown ? { is: 'absent' } : { is: 'failed', error }
    },
  )

/** What a ticket asks this phone to confirm, and the answer to it. */
export function useConfirmation(ticket: string, onDecided: () => void = () => undefined) {
  const [asked, setAsked] = useState<ConfirmationState>({ is: 'loading' })

  const reload = useCallback(() => {
    setAsked({ is: 'loading' })
    void load(ticket).then(setAsked)
  }, [ticket])
  useEffect(reload, [reload])

  const decide = async (agreed: boolean) => {
    if (asked.is !== 'asked' || asked.deciding) return
    setAsked({ ...asked, deciding: true, refusal: null })
    try {
      const { data } = await callEndpoint(wechat.confirm, { body: { ticket, agreed } })
      setAsked({ ...asked, deciding: false, confirmation: { ...asked.confirmation, state: data.state } })
      onDecided()
    } catch (error) {
      // past its time, or decided elsewhere: what it is now says more than the refusal
      const now = await load(ticket)
      const open = now.is === 'asked' && now.confirmation.state === 'scanned'
      setAsked(open && isApiError(error) ? { ...now, refusal: error } : now)
    }
  }
  return { asked, reload, decide: (agreed: boolean) => void decide(agreed) }
}
