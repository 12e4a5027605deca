import { auth } from '#contract/auth.ts'
import { codes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { wechat } from '#contract/wechat.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { current_user } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import type { Field, LoginEffect, LoginEvent, Mode, Refusal } from './login.state.ts'

/** What the dialog offers to the effects. */
export interface LoginPort {
  signal: AbortSignal
  focus: (field: Field) => void
  start_countdown: (mode: Mode, seconds: number) => void
  entered: (message: string) => void
  challenged: () => void
}

/** A refused call as the machine takes it. */
export const refusalOf = (error: unknown): Refusal => (isApiError(error) ? error : { code: '', message: '操作失败，请稍后再试' })

/** Never ends when `signal` is aborted first: nobody waits any more. */
export const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })

/** Does one effect; resolves to the event the machine should hear of it. Rejects when a call was refused. */
export async function perform(effect: LoginEffect, port: LoginPort): Promise<LoginEvent | undefined> {
  const { signal } = port
  const quiet = true // what of a refusal is toasted the machine decides
  switch (effect.do) {
    case 'focus':
      port.focus(effect.field)
      return
    case 'toast':
      toast.error(effect.text)
      return
    case 'start_countdown':
      port.start_countdown(effect.mode, effect.seconds)
      return
    case 'check_phone': {
      const { data } = await call(auth.check_phone, { params: { phone: effect.phone } }, { signal, quiet })
      return { is: 'phone_checked', registered: data.registered }
    }
    case 'send_captcha': {
      const { do: _, ...body } = effect
      const { data, message } = await call(auth.send_captcha, { body }, { signal, quiet, onChallenge: port.challenged })
      return { is: 'captcha_sent', message, resend_after: data.resend_after }
    }
    case 'login': {
      const { data, message } = await call(auth.login, { body: effect.body }, { signal, quiet })
      return { is: 'signed_in', token: data, message }
    }
    case 'register':
      await call(auth.register, { body: effect.body }, { signal, quiet })
      return { is: 'registered' }
    case 'reset_password': {
      const { message } = await call(auth.reset_password, { body: effect.body }, { signal, quiet })
      return { is: 'password_reset', message }
    }
    case 'fetch_qr':
      return call(wechat.qrcode, {}, { signal, quiet }).then(
        ({ data }) => ({ is: 'qr_fetched', code: data }),
        (error: unknown) => ({ is: 'qr_failed', message: isApiError(error) ? error.message : '二维码加载失败，请重试' }),
      )
    case 'poll': {
      const { scene_str } = effect
      await pause(limits.wechat_poll_ms, signal)
      return call(wechat.check_scan_status, { query: { scene_str } }, { signal, quiet }).then(
        ({ data, message }) =>
          data
            ? { is: 'scan_completed', scene_str, token: data, message }
            : { is: 'scan_answered', scene_str, refusal: codes.wechat_expired }, // signed in elsewhere meanwhile
        (error: unknown) => ({ is: 'scan_answered', scene_str, refusal: refusalOf(error) }),
      )
    }
    case 'enter':
      session.sign_in(effect.token)
      try {
        await current_user.load()
      } catch {
        // without a session the user is refused, and told (spec §8); with one, the next page asks again
        if (!session.token()) return { is: 'user_failed' }
      }
      if (!signal.aborted) port.entered(effect.message)
      return
  }
}
