import { useEffect, useId, useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './CommunitySearchBar.module.css'
import type { CommunitySort } from './community-query.ts'

const typingDelayMs = 300
const keywordMax = 64

interface Props {
  placeholder: string
  keyword: string
  sort: string
  sorts: readonly CommunitySort[]
  /** 8 个镜像 */
  count: string
  onKeyword: (keyword: string) => void
  onSort: (sort: string) => void
}

/** Search text and sort order. */
export function CommunitySearchBar({ placeholder, keyword, sort, sorts, count, onKeyword, onSort }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(keyword)
  const [asked, setAsked] = useState(keyword)
  if (asked !== keyword) {
    // changed by Back or by clearing a filter
    setAsked(keyword)
    setTyped(keyword)
  }
  const wanted = typed.trim()

  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for the typing alone
  useEffect(() => {
    if (wanted === keyword) return
    const timer = setTimeout(() => {
      setAsked(wanted)
      onKeyword(wanted)
    }, typingDelayMs)
    return () => clearTimeout(timer)
  }, [wanted])

  return (
    <section className={styles.bar} aria-label="搜索和排序">
      <div className={styles.field}>
        <Icon name="search" className={styles.icon} />
        <label className="visually-hidden" htmlFor={id}>
          {placeholder}
        </label>
        <input
          id={id}
          type="search"
          className={styles.input}
          placeholder={placeholder}
          maxLength={keywordMax}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <p className={styles.count} role="status">
        {count}
      </p>
      <label className={styles.sort}>
        <span className={styles.sortLabel}>排序</span>
        <select value={sort} onChange={(event) => onSort(event.target.value)}>
          {sorts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </section>
  )
}
