import { Suspense, useRef, useState } from 'react'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { useStore } from '#src/ui/use-store.ts'
import { TerminalBar } from './TerminalBar.tsx'
import { TerminalDisconnected } from './TerminalDisconnected.tsx'
import { TerminalKeys } from './TerminalKeys.tsx'
import styles from './TerminalView.module.css'
import { useTerminal } from './use-terminal.ts'

const TerminalSearch = lazyDialog(() => import('./TerminalSearch.tsx'))

/** A shell in the browser. `able` says whether the instance can take a session now. */
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
        <TerminalDisconnected state={state} able={able} onReconnect={reconnect} />
      </div>
      {narrow && <TerminalKeys onPress={press} onPaste={(text) => screen?.paste(text)} />}
    </div>
  )
}
