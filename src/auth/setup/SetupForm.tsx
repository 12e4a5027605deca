import { type FormEvent, useState } from 'react'
import { resultCodes } from '#contract/codes.ts'
import type { EndpointData } from '#contract/endpoint.ts'
import { FactorCode } from '#contract/second-factor.ts'
import { Administrator, setup } from '#contract/setup.ts'
import { callEndpoint } from '#src/api/call.ts'
import { LabelledInput } from '#src/auth/LabelledInput.tsx'
import { toLoginRefusal } from '#src/auth/login.effects.ts'
import { session } from '#src/session/session.ts'
import controls from '#src/ui/controls.module.css'
import { FactorSteps } from '#src/ui/second-factor/FactorSteps.tsx'
import { toast } from '#src/ui/toast.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './SetupForm.module.css'

type Name = 'phone' | 'password' | 'repeated' | 'code'
type Errors = Partial<Record<Name, string>>

const submitButton = `${controls.button} ${controls.primary} ${controls.large}`
const onlyDigits = (typed: string, max: number) => typed.replace(/\D/g, '').slice(0, max)
const findFault = (
  rule: { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } | undefined } },
  value: string,
) => rule.safeParse(value).error?.issues[0]?.message

/** Three steps: phone and password; an authenticator app, confirmed by a code; the recovery codes, shown once. */
export function SetupForm({ token, onGone }: { token: string; onGone: (message: string) => void }) {
  const [values, setValues] = useState({ phone: '', password: '', repeated: '', code: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [factor, setFactor] = useState<EndpointData<typeof setup.begin>>()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)
  const { phone, password, repeated, code } = values

  const put = (name: Name, value: string) => {
    setValues({ ...values, [name]: value })
    setErrors({ ...errors, [name]: undefined })
  }

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().catch((error: unknown) => {
      const refusal = toLoginRefusal(error)
      if (refusal.code === resultCodes.setup_link_gone.code) return onGone(refusal.message)
      const named = Object.fromEntries(Object.entries(refusal.errors ?? {}).map(([name, texts]) => [name, texts?.[0]]))
      setErrors(named)
      // what is refused of the first step is mended there
      if (named.phone || named.password || refusal.code === resultCodes.enrolment_gone.code) setFactor(undefined)
      if (Object.keys(named).length === 0) toast.error(refusal.message)
    })
    setBusy(false)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const faults: Errors = factor
      ? { code: findFault(FactorCode, code) }
      : {
          phone: findFault(Administrator.shape.phone, phone),
          password: findFault(Administrator.shape.password, password),
          repeated: repeated === password ? undefined : '两次输入的密码不一致',
        }
    setErrors(faults)
    if (Object.values(faults).some(Boolean)) return
    void attempt(async () => {
      if (!factor) {
        setFactor((await callEndpoint(setup.begin, { body: { token, phone, password } }, { quiet: true })).data)
        return
      }
      const body = { token, phone, password, code, enrolment: factor.enrolment }
      const { data } = await callEndpoint(setup.finish, { body }, { quiet: true })
      session.signIn(data.tokens)
      setRecoveryCodes(data.recovery_codes)
    })
  }

  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} />
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label={factor ? '两步验证' : '账号'}>
      {!factor && (
        <>
          <LabelledInput
            name="phone"
            label="手机号"
            hint="用来登录运营后台，一般是自己的手机号"
            type="tel"
            inputMode="numeric"
            autoComplete="username"
            value={phone}
            error={errors.phone}
            readOnly={busy}
            onChange={(event) => put('phone', onlyDigits(event.target.value, 11))}
          />
          <LabelledInput
            name="password"
            label="密码"
            hint="12-16 位，同时含有数字、字母和符号"
            type="password"
            maxLength={16}
            autoComplete="new-password"
            value={password}
            error={errors.password}
            readOnly={busy}
            onChange={(event) => put('password', event.target.value)}
          />
          <LabelledInput
            name="repeated"
            label="再输入一次密码"
            type="password"
            maxLength={16}
            autoComplete="new-password"
            value={repeated}
            error={errors.repeated}
            readOnly={busy}
            onChange={(event) => put('repeated', event.target.value)}
          />
        </>
      )}
      {factor && (
        <>
          <FactorSteps secret={factor.secret} uri={factor.uri} then="以后登录都要用它。" />
          <LabelledInput
            name="code"
            label="动态码"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            error={errors.code}
            readOnly={busy}
            onChange={(event) => put('code', onlyDigits(event.target.value, 6))}
          />
        </>
      )}
      <button type="submit" className={submitButton} aria-disabled={busy}>
        {factor ? '建立管理员' : '下一步：两步验证'}
      </button>
      {factor && (
        <button type="button" className={`${controls.button} ${controls.quiet}`} onClick={() => setFactor(undefined)}>
          返回修改手机号或密码
        </button>
      )}
    </form>
  )
}
