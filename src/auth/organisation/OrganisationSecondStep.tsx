import { type FormEvent, useState } from 'react'
import { resultCodes } from '#contract/codes.ts'
import { FactorCode, RecoveryCode, secondFactor } from '#contract/second-factor.ts'
import { callEndpoint } from '#src/api/call.ts'
import { LabelledInput } from '#src/auth/LabelledInput.tsx'
import type { LoginRefusal } from '#src/auth/login.state.ts'
import controls from '#src/ui/controls.module.css'
import styles from './Organisation.module.css'
import type { useOrganisationEntry } from './use-organisation-entry.ts'

type Entry = ReturnType<typeof useOrganisationEntry>

const proofs = {
  code: { label: '动态码', hint: '身份验证器上的 6 位数字，每 30 秒换一个', rule: FactorCode, other: '改用恢复码' },
  recovery_code: { label: '恢复码', hint: '开启两步验证时保存的 16 位字母和数字', rule: RecoveryCode, other: '改用动态码' },
} as const

/** Second step of a sign-in by an organisation: a code of the authenticator app, or a recovery code. */
export function OrganisationSecondStep({ ticket, entry: { enter, restart } }: { ticket: string; entry: Entry }) {
  const [by, setBy] = useState<keyof typeof proofs>('code')
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { label, hint, rule, other } = proofs[by]

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const fault = rule.safeParse(typed).error?.issues[0]?.message
    setError(fault)
    if (fault) return
    setBusy(true)
    try {
      await enter(() => callEndpoint(secondFactor.sign_in, { body: { ticket, [by]: typed } }))
    } catch (error) {
      const { code, message } = error as LoginRefusal
      setTyped('')
      if (code === resultCodes.sign_in_ticket_gone.code) restart()
      else setError(message)
    }
    setBusy(false)
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <LabelledInput
        name={by}
        label={label}
        hint={hint}
        error={error}
        value={typed}
        inputMode={by === 'code' ? 'numeric' : 'text'}
        autoComplete={by === 'code' ? 'one-time-code' : 'off'}
        maxLength={24}
        autoFocus
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit" className={`${controls.button} ${controls.primary} ${controls.large}`} aria-disabled={busy}>
        登录
      </button>
      <button
        type="button"
        className={`${controls.button} ${controls.quiet}`}
        onClick={() => {
          setBy(by === 'code' ? 'recovery_code' : 'code')
          setTyped('')
          setError(undefined)
        }}
      >
        {other}
      </button>
    </form>
  )
}
