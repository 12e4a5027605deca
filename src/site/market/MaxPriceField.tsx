import { useEffect, useId, useRef, useState } from 'react'
import styles from './MaxPriceField.module.css'

const typingDelayMs = 400

/** Maximum price per card and hour; filters are applied when typing pauses. */
export function MaxPriceField({ value, onChange }: { value: number | undefined; onChange: (value: number | undefined) => void }) {
  const id = useId()
  const text = value === undefined ? '' : String(value)
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const type = (next: string) => {
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const price = Number(next)
      onChange(next.trim() !== '' && price >= 0 ? price : undefined)
    }, typingDelayMs)
  }

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        最高价格
      </label>
      <span className={styles.box}>
        <input
          id={id}
          className={styles.input}
          inputMode="decimal"
          maxLength={8}
          placeholder="不限"
          value={typed ?? text}
          onChange={(event) => type(event.target.value.replace(/[^\d.]/g, ''))}
          onBlur={() => setTyped(null)}
        />
        <span className={styles.unit}>元/卡时</span>
      </span>
    </div>
  )
}
