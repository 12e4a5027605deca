import { Button } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { toast } from '#src/ui/toast.ts'
import { useStore } from '#src/ui/use-store.ts'
import type { ReconnectState } from './reconnecting-terminal.ts'
import { TerminalBar } from './TerminalBar.tsx'
import styles from './TerminalView.module.css'
import { useTerminal } from './use-terminal.ts'

interface TerminalDisconnectedProps {
  state: ReconnectState
  able: boolean
  onReconnect: () => void
}

/** Explains why the terminal is disconnected, and what comes next. */
function TerminalDisconnected({ state, able, onReconnect }: TerminalDisconnectedProps) {
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
        <p>网络没有响应，此时输入的内容不会发送。恢复后自动接回当前会话；接不回时，将打开新的会话。</p>
        <Button icon={<Icon name="refresh" />} onClick={onReconnect}>
          打开新会话
        </Button>
      </div>
    )
  }
  if (state.at === 'reconnecting') {
    return (
      <div className={styles.closed} role="status">
        <p>正在重新连接，此时输入的内容不会发送。</p>
      </div>
    )
  }
  const waiting = state.at === 'waiting'
  return (
    <div className={styles.closed} role={waiting ? 'status' : 'alert'}>
      {waiting ? (
        <p>
          连接中断，<span aria-hidden>{state.seconds} 秒后</span>自动重新连接，此时输入的内容不会发送。前台运行的程序可能已结束。
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

const keys: readonly [word: string, sent: string, name?: string][] = [
  ['Esc', '\x1b'],
  ['Tab', '\t'],
  ['Ctrl+C', '\x03'],
  ['Ctrl+D', '\x04'],
  ['↑', '\x1b[A', '上一条命令'],
  ['↓', '\x1b[B', '下一条命令'],
  ['←', '\x1b[D', '光标左移'],
  ['→', '\x1b[C', '光标右移'],
]

/** Whether the browser lets a page read the clipboard; the browser asks the user first. */
const mayPaste = typeof navigator.clipboard?.readText === 'function'

interface TerminalKeysProps {
  onPress: (data: string) => void
  onPaste: (text: string) => void
}

/** Keys that a phone's keyboard lacks. */
function TerminalKeys({ onPress, onPaste }: TerminalKeysProps) {
  const paste = () => navigator.clipboard.readText().then(onPaste, () => toast.error('没有读取剪贴板的权限'))
  return (
    <div className={styles.keys} role="toolbar" aria-label="终端按键">
      {keys.map(([word, sent, name = word]) => (
        <button type="button" key={word} aria-label={name} onClick={() => onPress(sent)}>
          {word}
        </button>
      ))}
      {mayPaste && (
        <button type="button" onClick={() => void paste()}>
          粘贴
        </button>
      )}
    </div>
  )
}

const TerminalSearch = lazyDialog(() => import('./TerminalSearch.tsx'))

/** A shell in the browser. `able` says whether the instance can accept a session now. */
export default function TerminalView({ id, name, able }: { id: string; name: string; able: boolean }) {
  const host = useRef<HTMLDivElement>(null)
  const wide = useRef<HTMLButtonElement>(null)
  const narrow = useStore(narrowScreen)
  const [full, setFull] = useState(false)
  const [searching, setSearching] = useState(false)
  const { state, screen, reconnect, press, focus } = useTerminal(id, host, {
    able,
    onLeave: () => wide.current?.focus(),
    onSearch: () => setSearching(true),
  })

  return (
    <div className={styles.terminal} data-full={full}>
      <TerminalBar
        ref={wide}
        state={state}
        name={name}
        narrow={narrow}
        full={full}
        onSearch={() => setSearching(true)}
        onFull={() => {
          setFull(!full)
          focus()
        }}
      />
      <TerminalDisconnected state={state} able={able} onReconnect={reconnect} />
      <div className={styles.frame}>
        <div ref={host} className={styles.host} />
        {searching && screen && (
          <Suspense fallback={null}>
            <TerminalSearch
              screen={screen}
              onClose={() => {
                setSearching(false)
                focus()
              }}
            />
          </Suspense>
        )}
      </div>
      {narrow && <TerminalKeys onPress={press} onPaste={(text) => screen?.paste(text)} />}
    </div>
  )
}
