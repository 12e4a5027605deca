import { AlipayCircleFilled, BankFilled, WechatFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { recharge_channels } from '#contract/wallet.ts'
import styles from './ChannelField.module.css'
import { useRechargeWays } from './use-recharge-ways.ts'

export type Way = keyof typeof recharge_channels | 'bank'

interface Props {
  id?: string
  value?: Way
  onChange?: (way: Way) => void
}

const words: Record<Way, string> = { ...recharge_channels, bank: '对公转账' }
const marks: Record<Way, ReactNode> = {
  alipay: <AlipayCircleFilled aria-hidden />,
  wechat: <WechatFilled aria-hidden />,
  bank: <BankFilled aria-hidden />,
}

/** The ways to pay that are open here, as cards; one choice, moved by arrow keys. Each keeps its place until it is known. */
export function ChannelField({ id, value, onChange }: Props) {
  const { data } = useRechargeWays()
  const isOpen = (way: Way) => !data || (way === 'bank' ? data.bank !== null : data.channels.includes(way))
  return (
    <div className={styles.channels} role="radiogroup" aria-label="支付方式" id={id}>
      {(Object.keys(words) as Way[]).filter(isOpen).map((way) => (
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
            {marks[way]}
          </span>
          {words[way]}
        </label>
      ))}
    </div>
  )
}
