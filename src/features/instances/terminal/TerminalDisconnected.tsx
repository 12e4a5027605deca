import { Button } from 'antd'
import { Icon } from '#src/ui/Icon.tsx'
import type { ReconnectState } from './reconnecting-terminal.ts'
import styles from './TerminalView.module.css'

interface Props {
  state: ReconnectState
  able: boolean
  onReconnect: () => void
}

/** Why nothing happens in the terminal, and what comes next. */
export function TerminalDisconnected({ state, able, onReconnect }: Props) {
  if (state.at === 'open' || state.at === 'connecting') return null
  if (!able) {
    return (
      <div className={styles.closed} role="alert">
        <p>实例不在运行。进入「运行中」后会自动重新连接。</p>
      </div>
    )
  }
  if (state.at === 'silent') {
    return (
      <div className={styles.closed} role="status">
        <p>网络没有响应，输入已暂停。恢复后自动接回当前会话；接不回时，将打开新的会话。</p>
        <Button icon={<Icon name="refresh" />} onClick={onReconnect}>
          打开新会话
        </Button>
      </div>
    )
  }
  const waiting = state.at === 'waiting'
  return (
    <div className={styles.closed} role={waiting ? 'status' : 'alert'}>
      {waiting ? (
        <p>
          连接中断，<span aria-hidden>{state.seconds} 秒后</span>自动重新连接。前台运行的程序可能已结束。
        </p>
      ) : (
        <p>{state.why}</p>
      )}
      <Button type={waiting ? 'default' : 'primary'} icon={<Icon name="refresh" />} onClick={onReconnect}>
        {waiting ? '立即重连' : '重新连接'}
      </Button>
    </div>
  )
}
