import { Button } from 'antd'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './money.module.css'

interface Props {
  quote: { real_name_passed: boolean; enough: boolean }
  /** Amount missing from the balance, if any. */
  missing: string | null
  /** Button text: the action, or why it is not possible. */
  label: string
  /** The selection is complete, so the action can run. */
  ready?: boolean
  /** The action costs nothing. */
  free?: boolean
  busy: boolean
  onPay: () => void
}

/** Primary button of a money page: places the order, or leads to the missing requirement. */
export function PayButton({ quote, missing, label, ready = true, free = false, busy, onPay }: Props) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const user = useStore(currentUser)
  const here = pathname + search
  const button = { block: true, size: 'large', type: 'primary' } as const
  if (!quote.real_name_passed && !free) {
    const verify = () => void navigate(paths.certificationDetailsFor({ return: here }))
    return (
      <Button {...button} onClick={verify}>
        去实名认证
      </Button>
    )
  }
  if (!quote.enough) {
    const may = user?.account_type !== 'sub'
    const recharge = () => void navigate(paths.rechargeFor({ amount: missing ?? undefined, return: here }))
    return (
      <Button {...button} disabled={!may} onClick={recharge}>
        {may ? '去充值' : '请联系主账号充值'}
      </Button>
    )
  }
  return (
    <Button {...button} {...(!free && { className: styles.spend })} disabled={!ready} loading={busy} onClick={onPay}>
      {label}
    </Button>
  )
}
