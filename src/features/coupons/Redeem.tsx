import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { coupons } from '#contract/coupons.ts'
import { call } from '#src/api/call.ts'
import styles from './ClaimCentre.module.css'
import { useTake } from './use-take.ts'

/** The field for a code, and what is wrong with it. */
export function Redeem() {
  const id = useId()
  const [code, setCode] = useState('')
  const [empty, setEmpty] = useState(false)
  const { take, taking, failure } = useTake()
  const fault = empty ? '请输入兑换码' : failure?.message
  const redeem = async (event: FormEvent) => {
    event.preventDefault()
    setEmpty(code.trim() === '')
    if (code.trim() === '') return
    const taken = await take(code, (idempotency_key) => call(coupons.redeem, { body: { code } }, { idempotency_key }))
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
      <Button htmlType="submit" loading={taking !== null}>
        兑换
      </Button>
      <p id={`${id}-fault`} className={styles.fault} aria-live="polite">
        {fault}
      </p>
    </form>
  )
}
