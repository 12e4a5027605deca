import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { TimeText } from '#src/ui/TimeText.tsx'
import { EntryPanel } from './EntryPanel.tsx'
import styles from './EntryVersions.module.css'

interface Version {
  id: string
  version: string
  licence: string
  published_at: string
}

interface Props<V extends Version> {
  versions: readonly V[]
  chosen: V
  /** Columns specific to this kind of entry, between version and licence. */
  columns: readonly { title: string; cell: (version: V) => ReactNode }[]
}

/** Published versions, newest first; each can be viewed on its own. */
export function EntryVersions<V extends Version>({ versions, chosen, columns }: Props<V>) {
  const [search] = useSearchParams()
  const searchOf = (version: string) => {
    const next = new URLSearchParams(search)
    next.set('version', version)
    return next.toString()
  }
  return (
    <EntryPanel title="版本" note="发布后的版本内容不再变化">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="版本列表">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">版本</th>
              {columns.map(({ title }) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
              <th scope="col">许可</th>
              <th scope="col">发布时间</th>
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => (
              <tr key={version.id} data-chosen={version.id === chosen.id}>
                <th scope="row">
                  {version.id === chosen.id ? (
                    <span>
                      {version.version}
                      <span className={styles.shown}>当前查看</span>
                    </span>
                  ) : (
                    <Link to={{ search: searchOf(version.version) }} preventScrollReset>
                      {version.version}
                    </Link>
                  )}
                </th>
                {columns.map(({ title, cell }) => (
                  <td key={title}>{cell(version)}</td>
                ))}
                <td>{version.licence}</td>
                <td>
                  <TimeText at={version.published_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </EntryPanel>
  )
}
