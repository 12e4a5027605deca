import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { ScrollBox } from '#src/ui/ScrollBox.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'

export interface ListedVersion {
  id: string
  version: string
  licence: string
  published_at: string
}

export interface VersionTableProps<V extends ListedVersion> {
  versions: readonly V[]
  chosen: V
  /** Columns specific to this kind of entry, between version and licence. */
  columns: readonly { title: string; cell: (version: V) => ReactNode }[]
  /** Text for the version that is shown, which has no link. */
  current: ReactNode
  /** CSS module with the classes `scroll` and `table`. */
  styles: Readonly<Record<string, string>>
}

/** Published versions of an entry; all but the one shown are links to it. */
export function VersionTable<V extends ListedVersion>({ versions, chosen, columns, current, styles }: VersionTableProps<V>) {
  const [search] = useSearchParams()
  const searchOf = (version: string) => {
    const next = new URLSearchParams(search)
    next.set('version', version)
    return next.toString()
  }
  return (
    <ScrollBox label="版本列表" className={styles.scroll}>
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
                  current
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
    </ScrollBox>
  )
}
