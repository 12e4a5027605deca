import { SearchAddon } from '@xterm/addon-search'
import type { Terminal } from '@xterm/xterm'
import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { darkPalette } from '#src/ui/theme/tokens.ts'
import styles from './TerminalView.module.css'

const matchColors = {
  matchBackground: darkPalette['line-strong'],
  matchOverviewRuler: darkPalette['line-strong'],
  activeMatchBackground: darkPalette.primary,
  activeMatchColorOverviewRuler: darkPalette.primary,
}

interface SearchResult {
  at: number
  of: number
}
const formatResult = ({ at, of }: SearchResult) => (of === 0 ? '没有找到' : at < 0 ? `${of} 处以上` : `${at + 1} / ${of}`)

/** Searches the terminal's output. */
export default function TerminalSearch({ screen, onClose }: { screen: Terminal; onClose: () => void }) {
  const addon = useRef<SearchAddon>(null)
  const [text, setText] = useState('')
  const [found, setFound] = useState<SearchResult>()

  useEffect(() => {
    const search = new SearchAddon()
    screen.loadAddon(search)
    const heard = search.onDidChangeResults(({ resultIndex, resultCount }) => setFound({ at: resultIndex, of: resultCount }))
    addon.current = search
    return () => {
      heard.dispose()
      search.dispose()
      screen.clearSelection()
    }
  }, [screen])

  const look = (wanted: string, way: 'next' | 'previous', incremental = false) => {
    if (wanted === '') {
      addon.current?.clearDecorations()
      setFound(undefined)
    } else if (way === 'next') addon.current?.findNext(wanted, { decorations: matchColors, incremental })
    else addon.current?.findPrevious(wanted, { decorations: matchColors })
  }

  return (
    <search className={styles.search}>
      <Input
        autoFocus
        size="small"
        value={text}
        aria-label="在终端里查找"
        placeholder="查找"
        suffix={found && <span role="status">{formatResult(found)}</span>}
        onChange={({ target }) => {
          setText(target.value)
          look(target.value, 'next', true)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') look(text, event.shiftKey ? 'previous' : 'next')
          if (event.key === 'Escape') onClose()
        }}
      />
      <Button
        size="small"
        aria-label="上一处"
        icon={<Icon name="chevron" className={styles.up} />}
        onClick={() => look(text, 'previous')}
      />
      <Button
        size="small"
        aria-label="下一处"
        icon={<Icon name="chevron" className={styles.down} />}
        onClick={() => look(text, 'next')}
      />
      <Button size="small" aria-label="关闭查找" icon={<Icon name="close" />} onClick={onClose} />
    </search>
  )
}
