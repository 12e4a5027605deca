import { Button, Input, Space } from 'antd'
import { type CountdownPurpose, useCountdown } from '#src/ui/use-countdown.ts'
import styles from './CodeInput.module.css'

const maxLength = 6 // requirements §5

interface Props {
  waiting: CountdownPurpose
  /** Sends a code; resolves to the seconds until the next may be requested, or undefined if none was sent. */
  send: () => Promise<number | undefined>
  sending: boolean
  value?: string
  onChange?: (typed: string) => void
  id?: string
}

/** SMS code input with a send button. antd's `Form.Item` passes value, onChange and id. */
export function CodeInput({ waiting, send, sending, value = '', onChange, id }: Props) {
  const { left, start } = useCountdown(waiting)
  const ask = async () => {
    const seconds = await send()
    if (seconds) start(waiting, seconds)
  }
  return (
    <Space.Compact block>
      <Input
        {...(id && { id })}
        value={value}
        onChange={(event) => onChange?.(event.target.value.replace(/\D/g, '').slice(0, maxLength))}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="6 位数字"
      />
      <Button className={styles.send ?? ''} disabled={left > 0} loading={sending} onClick={() => void ask()}>
        {left > 0 ? `${left} 秒后重发` : '获取验证码'}
      </Button>
    </Space.Compact>
  )
}
