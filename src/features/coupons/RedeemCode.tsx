import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { coupons } from '#contract/coupons.ts'
import { useAction } from '#src/admin/use-action.ts'
import styles from './ClaimCentre.module.css'

/** The field for a code, and what is wrong with it. */
export function RedeemCode() {
  const id = useId()
  const [code, setCode] = useState('')
  const [empty, setEmpty] = useState(false)
  const { run, pending, failure } = useAction(coupons.redeem, { pageTells: true })
  const fault = empty ? '请输入兑换码' : failure?.message
  const redeem = async (event: FormEvent) => {
    event.preventDefault()
    setEmpty(code.trim() === '')
    if (code.trim() === '') return
    const taken = await run({ body: { code } })
    if (taken) setCode('')
  }
  return (
    <form className={styles.redeem} onSubmit={(event) => void redeem(event)}>
      <label className="visually-hidden" htmlFor={id}>
        兑换码
      </label>
      <Input
        id={id}
        value={code}
        maxLength={64}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-fault`}
        status={fault ? 'error' : ''}
        onChange={({ target }) => {
          setCode(target.value)
          setEmpty(false)
        }}
      />
      <Button htmlType="submit" loading={pending}>
        兑换
      </Button>
      <p id={`${id}-fault`} className={styles.fault} aria-live="polite">
        {fault}
      </p>
    </form>
  )
}
