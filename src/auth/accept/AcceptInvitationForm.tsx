import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { AcceptedAgreement, type Phone, SendCodePhone } from '#contract/scalars.ts'
import { type SubAccountInvitation, subAccounts } from '#contract/sub-accounts.ts'
import { callEndpoint } from '#src/api/call.ts'
import { AgreementField } from '#src/auth/AgreementField.tsx'
import { formatCodeButton, solvingHint } from '#src/auth/CaptchaField.tsx'
import { LabelledInput } from '#src/auth/LabelledInput.tsx'
import { toLoginRefusal } from '#src/auth/login.effects.ts'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import controls from '#src/ui/controls.module.css'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { toast } from '#src/ui/toast.ts'
import { useCountdown } from '#src/ui/use-countdown.ts'
import styles from './AcceptInvitationForm.module.css'
import { InvitationChoice } from './InvitationChoice.tsx'

/** Signs in to the account that was just accepted and opens the console. */
function useSignInAccepted() {
  const navigate = useNavigate()
  return async (by: { phone: string; password: string }, message: string): Promise<void> => {
    const { data } = await callEndpoint(auth.login, { body: { account_type: 'sub', ...by } })
    session.signIn(data)
    await currentUser.load()
    toast.success(message)
    void navigate(paths.dataOverview, { replace: true })
  }
}

const { phone: PhoneRule, captcha: CaptchaRule, password: PasswordRule } = subAccounts.accept.body.shape

type Name = 'phone' | 'captcha' | 'password' | 'agreed'
type Errors = Partial<Record<Name, string>>

/** Codes of refusals to send a code; shown at the captcha field. */
const codesAtCaptcha: readonly string[] = [resultCodes.challenge_required.code, resultCodes.sms_used_up.code]

const onlyDigits = (typed: string, max: number) => typed.replace(/\D/g, '').slice(0, max)
const findFault = (rule: typeof Phone | typeof CaptchaRule | typeof PasswordRule | typeof AcceptedAgreement, value: unknown) =>
  rule.safeParse(value).error?.issues[0]?.message

/** Form in two steps: phone and code, which reveal the phone's invitations; then the chosen invitation and a new password. */
export function AcceptInvitationForm() {
  const enter = useSignInAccepted()
  const wait = useCountdown('sub_account')
  const [values, setValues] = useState({ phone: '', captcha: '', password: '', agreed: false })
  const [errors, setErrors] = useState<Errors>({})
  const [invitations, setInvitations] = useState<readonly SubAccountInvitation[]>()
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  const [solving, setSolving] = useState(false)

  const put = (name: Name, value: string | boolean) => {
    setValues({ ...values, [name]: value })
    setErrors({ ...errors, [name]: undefined })
  }
  /** Runs `work`; toasts a refusal and shows its messages at the fields they belong to. */
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().catch((error: unknown) => {
      const refusal = toLoginRefusal(error)
      const named = Object.entries(refusal.errors ?? {}).map(([name, texts]) => [name, texts?.[0]])
      setErrors({ ...(codesAtCaptcha.includes(refusal.code) && { captcha: refusal.message }), ...Object.fromEntries(named) })
      if (refusal.errors?.captcha) setInvitations(undefined) // the code is no longer valid; ask for a new one
      if (refusal.retry_after && !invitations) wait.start('sub_account', refusal.retry_after)
      toast.error(refusal.message)
    })
    setBusy(false)
    setSolving(false)
  }

  const sendCode = () => {
    const fault = findFault(SendCodePhone, values.phone)
    if (fault) return setErrors({ phone: fault })
    void attempt(async () => {
      const body = { phone: values.phone, captcha_type: 'sub_account' as const }
      const { data, message } = await callEndpoint(auth.send_captcha, { body }, { onChallenge: () => setSolving(true) })
      wait.start('sub_account', data.resend_after)
      toast.success(message)
    })
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const { phone, captcha, password, agreed } = values
    const faults: Errors = { phone: findFault(PhoneRule, phone), captcha: findFault(CaptchaRule, captcha) }
    if (invitations)
      Object.assign(faults, { password: findFault(PasswordRule, password), agreed: findFault(AcceptedAgreement, agreed) })
    setErrors(faults)
    if (Object.values(faults).some(Boolean)) return
    void attempt(async () => {
      if (!invitations) {
        const { data } = await callEndpoint(subAccounts.invitations, { body: { phone, captcha } })
        setInvitations(data)
        setChosen(data[0]?.id ?? '')
        return
      }
      const { message } = await callEndpoint(subAccounts.accept, { body: { id: chosen, phone, captcha, password } })
      await enter({ phone, password }, message)
    })
  }

  if (invitations?.length === 0) {
    return <EmptyState title="没有可以接受的邀请" hint="邀请可能已撤回或过期，请联系邀请你的人重新发送。" />
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <LabelledInput
        name="phone"
        label="手机号"
        type="tel"
        inputMode="numeric"
        autoComplete="username"
        value={values.phone}
        error={errors.phone}
        readOnly={busy || invitations !== undefined}
        onChange={(event) => put('phone', onlyDigits(event.target.value, 11))}
      />
      {!invitations && (
        <LabelledInput
          name="captcha"
          label="短信验证码"
          hint={solving ? solvingHint : '邀请短信里的验证码；已过期时重新获取'}
          inputMode="numeric"
          maxLength={6}
          autoComplete="one-time-code"
          value={values.captcha}
          error={errors.captcha}
          onChange={(event) => put('captcha', onlyDigits(event.target.value, 6))}
          after={
            <button type="button" disabled={wait.left > 0 || busy} onClick={sendCode}>
              {formatCodeButton(solving ? 'solving' : 'editing', wait.left)}
            </button>
          }
        />
      )}
      {invitations && (
        <>
          <InvitationChoice invitations={invitations} chosen={chosen} onChoose={setChosen} />
          <LabelledInput
            name="password"
            label="设置密码"
            hint="8-16 位，数字、字母和符号至少两种；只有你知道"
            type="password"
            maxLength={16}
            autoComplete="new-password"
            value={values.password}
            error={errors.password}
            onChange={(event) => put('password', event.target.value)}
          />
          <AgreementField agreed={values.agreed} error={errors.agreed} onAgree={(agreed) => put('agreed', agreed)} />
        </>
      )}
      <button type="submit" className={`${controls.button} ${controls.primary} ${controls.large}`} aria-disabled={busy}>
        {invitations ? '接受并登录' : '查看邀请'}
      </button>
      <p className={styles.else}>
        不想成为子账号？不理会即可，仍能<Link to={paths.home({ type: 'register' })}>注册自己的账号</Link>。
      </p>
    </form>
  )
}
