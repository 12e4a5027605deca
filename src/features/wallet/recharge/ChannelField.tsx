import { AlipayCircleFilled, BankFilled, WechatFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { rechargeChannels } from '#contract/wallet.ts'
import styles from './ChannelField.module.css'
import { useRechargeWays } from './use-recharge-ways.ts'

export type RechargeWay = keyof typeof rechargeChannels | 'bank'

interface Props {
  id?: string
  value?: RechargeWay
  onChange?: (way: RechargeWay) => void
}

const wayLabels: Record<RechargeWay, string> = { ...rechargeChannels, bank: '对公转账' }
const wayIcons: Record<RechargeWay, ReactNode> = {
  alipay: <AlipayCircleFilled aria-hidden />,
  wechat: <WechatFilled aria-hidden />,
  bank: <BankFilled aria-hidden />,
}

/** The ways to pay that are open here, as cards; one choice, moved by arrow keys. Each keeps its place until it is known. */
export function ChannelField({ id, value, onChange }: Props) {
  const { data } = useRechargeWays()
  const isOpen = (way: RechargeWay) => !data || (way === 'bank' ? data.bank !== null : data.channels.includes(way))
  return (
    <div className={styles.channels} role="radiogroup" aria-label="支付方式" id={id}>
      {(Object.keys(wayLabels) as RechargeWay[]).filter(isOpen).map((way) => (
        <label key={way} className={styles.channel}>
          <input
            type="radio"
            name="recharge-channel"
            className="visually-hidden"
            value={way}
            checked={way === value}
            onChange={() => onChange?.(way)}
          />
          <span className={styles.mark} data-channel={way}>
            {wayIcons[way]}
          </span>
          {wayLabels[way]}
        </label>
      ))}
    </div>
  )
}
