import { Button } from 'antd'
import styles from './Logs.module.css'
import { LogText } from './LogText.tsx'
import type { LogLine } from './log-lines.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

/** The lines, the newest in view. */
export function LogBox({ lines, word }: { lines: readonly LogLine[]; word: string }) {
  const { box, stuck, onScroll, stick } = useStickToEnd(lines)
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div ref={box} className={styles.box} role="log" aria-label="实例日志" tabIndex={0} onScroll={onScroll}>
        {lines.length ? (
          <ol>
            {lines.map((line) => (
              <li key={line.number} value={line.number}>
                {line.time && <time>{line.time}</time>}
                <LogText text={line.text} word={word} />
              </li>
            ))}
          </ol>
        ) : (
          <p className={styles.none}>没有包含「{word.trim()}」的行</p>
        )}
      </div>
      {!stuck && (
        <Button size="small" className={styles.end} onClick={stick}>
          回到最新
        </Button>
      )}
    </div>
  )
}
