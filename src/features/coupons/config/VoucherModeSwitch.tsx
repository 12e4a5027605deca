import { Switch } from 'antd'
import { useId } from 'react'
import type { CouponConfig, CouponConfigForm } from '#contract/coupons.ts'
import styles from './CouponConfigPage.module.css'

interface Props {
  config: CouponConfig
  saving: boolean
  onSave: (form: CouponConfigForm) => void
}

/** Whether it may burn vouchers at all; which of them is chosen below. */
export function VoucherModeSwitch({ config: { mode }, saving, onSave }: Props) {
  const id = useId()
  return (
    <div className={styles.mode}>
      <Switch
        checked={mode !== 'none'}
        loading={saving}
        aria-labelledby={id}
        onChange={(on) => onSave({ mode: on ? 'all' : 'none', forbidden: [] })}
      />
      <span id={id}>允许这台实例使用代金券</span>
    </div>
  )
}
