import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { wechat } from '#contract/wechat.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { currentUser } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import type { CodeMode, LoginEffect, LoginEvent, LoginField, LoginRefusal } from './login.state.ts'

/** Interface that the dialog provides to the effects. */
export interface LoginPort {
  signal: AbortSignal
  focus: (field: LoginField) => void
  start_countdown: (mode: CodeMode, seconds: number) => void
  entered: (message: string) => void
  challenged: () => void
}

/** Converts an error of a call to a refusal of the machine. */
export const toLoginRefusal = (error: unknown): LoginRefusal =>
  isApiError(error) ? error : { code: '', message: '操作失败，请稍后再试' }

/** Waits `ms`; never resolves if `signal` is aborted first, because no one waits for the result any more. */
export const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })

/** Runs one effect; resolves to the event for the machine, if any. Rejects if a call is refused. */
export async function runLoginEffect(effect: LoginEffect, port: LoginPort): Promise<LoginEvent | undefined> {
  const { signal } = port
  const quiet = true // the machine decides what to toast
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
      const { data } = await callEndpoint(auth.check_phone, { params: { phone: effect.phone } }, { signal, quiet })
      return { is: 'phone_checked', registered: data.registered }
    }
    case 'send_captcha': {
      const { do: _, ...body } = effect
      const { data, message } = await callEndpoint(auth.send_captcha, { body }, { signal, quiet, onChallenge: port.challenged })
      return { is: 'captcha_sent', message, resend_after: data.resend_after }
    }
    case 'login': {
      const { data, message } = await callEndpoint(auth.login, { body: effect.body }, { signal, quiet })
      return { is: 'signed_in', token: data, message }
    }
    case 'second_step': {
      const { data, message } = await callEndpoint(secondFactor.sign_in, { body: effect.body }, { signal, quiet })
      return { is: 'signed_in', token: data, message }
    }
    case 'register':
      await callEndpoint(auth.register, { body: effect.body }, { signal, quiet })
      return { is: 'registered' }
    case 'reset_password': {
      const { message } = await callEndpoint(auth.reset_password, { body: effect.body }, { signal, quiet })
      return { is: 'password_reset', message }
    }
    case 'fetch_qr':
      return callEndpoint(wechat.qrcode, {}, { signal, quiet }).then(
        ({ data }) => ({ is: 'qr_fetched', code: data }),
        (error: unknown) => ({ is: 'qr_failed', message: isApiError(error) ? error.message : '二维码加载失败，请重试' }),
      )
    case 'poll': {
      const { scene_str: sceneStr } = effect
      await pause(limits.wechatPollMs, signal)
      return callEndpoint(wechat.check_scan_status, { query: { scene_str: sceneStr } }, { signal, quiet }).then(
        ({ data, message }) =>
          data
            ? { is: 'scan_completed', scene_str: sceneStr, token: data, message }
            : { is: 'scan_answered', scene_str: sceneStr, refusal: resultCodes.wechat_expired }, // signed in elsewhere meanwhile
        (error: unknown) => ({ is: 'scan_answered', scene_str: sceneStr, refusal: toLoginRefusal(error) }),
      )
    }
    case 'enter':
      session.signIn(effect.token)
      try {
        await currentUser.load()
      } catch {
        // without a session the user has been refused and told (requirements §8); with one, the next page loads the user again
        if (!session.token()) return { is: 'user_failed' }
      }
      if (!signal.aborted) port.entered(effect.message)
      return
  }
}
