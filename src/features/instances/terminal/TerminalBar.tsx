import { Button } from 'antd'
import type { Ref } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { terminalLeaveKey } from './create-xterm.ts'
import { computeNextFontSize, terminalFontSize } from './font-size.ts'
import type { ReconnectState } from './reconnecting-terminal.ts'
import styles from './TerminalView.module.css'

const stateLabels: Record<ReconnectState['at'], string> = {
  connecting: '连接中',
  open: '已连接',
  waiting: '等待重连',
  reconnecting: '重连中',
  silent: '没有响应',
  closed: '已断开',
}

interface Props {
  ref: Ref<HTMLButtonElement>
  state: ReconnectState
  name: string
  narrow: boolean
  full: boolean
  onFull: () => void
  onSearch: () => void
}

/** Toolbar: connection state and window actions. */
export function TerminalBar({ ref, state, name, narrow, full, onFull, onSearch }: Props) {
  const size = useStore(terminalFontSize)
  const [smaller, larger] = [computeNextFontSize(size, -1), computeNextFontSize(size, 1)]
  return (
    <div className={styles.bar}>
      <span className={styles.state} data-at={state.at} role="status">
        {stateLabels[state.at]}
      </span>
      <span className={styles.name}>{name}</span>
      {!narrow && <span className={styles.hint}>按 {terminalLeaveKey} 离开终端 · Ctrl + Shift + C / V 复制粘贴</span>}
      <Button size="small" disabled={!smaller} aria-label="缩小字号" onClick={() => smaller && terminalFontSize.set(smaller)}>
        A−
      </Button>
      <Button size="small" disabled={!larger} aria-label="放大字号" onClick={() => larger && terminalFontSize.set(larger)}>
        A+
      </Button>
      <Button
        size="small"
        icon={<Icon name="search" />}
        aria-label="查找，Ctrl + Shift + F"
        title="查找 (Ctrl + Shift + F)"
        onClick={onSearch}
      />
      <Button
        ref={ref}
        size="small"
        icon={<Icon name={full ? 'shrink' : 'expand'} />}
        aria-pressed={full}
        aria-label={full ? '退出全屏' : '全屏'}
        onClick={onFull}
      >
        {!narrow && (full ? '退出全屏' : '全屏')}
      </Button>
    </div>
  )
}
