import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { resultCodes } from '#contract/codes.ts'
import { isApiError } from '#src/api/api-error.ts'
import { useTitle } from '#src/site/use-title.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import controls from '#src/ui/controls.module.css'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './EntryDetailFrame.module.css'
import { EntryDetailSkeleton } from './EntryDetailSkeleton.tsx'
import type { CachedQuery } from './use-cached-query.ts'

interface Entry {
  versions: readonly { version: string }[]
  name: string
  summary: string
  tags: readonly string[]
  original: boolean
  author: { nickname: string; is_creator: boolean }
}

interface Props<T extends Entry> {
  /** 镜像 */
  what: string
  list: { to: string; label: string }
  /** The URL names no existing entry. */
  missing: boolean
  answer: CachedQuery<T>
  /** The side column: actions and facts. */
  side: (entry: T, chosen: VersionOf<T>) => ReactNode
  children: (entry: T, chosen: VersionOf<T>) => ReactNode
}

type VersionOf<T extends Entry> = T['versions'][number]

/** The version in the URL, or else the newest. */
const findVersion = <T extends Entry>({ versions }: T, asked: string | null): VersionOf<T> | undefined =>
  versions.find(({ version }) => version === asked) ?? versions[0]

/** One community entry: author, purpose and actions. */
export function EntryDetailFrame<T extends Entry>({ what, list, missing, answer, side, children }: Props<T>) {
  const [search] = useSearchParams()
  useTitle(answer.data?.name ?? `社区${what}`, answer.data?.summary)
  const gone = missing || (isApiError(answer.error) && answer.error.code === resultCodes.not_found.code)
  return (
    <div className={styles.page}>
      <nav aria-label="面包屑" className={styles.back}>
        <Link to={list.to}>
          <Icon name="chevron" className={styles.arrow} />
          {list.label}
        </Link>
      </nav>
      {gone ? (
        <>
          <h1 className="visually-hidden">{`${what}不存在`}</h1>
          <EmptyState
            title={`这个${what}不存在或已下线`}
            hint="可能已被下线；正在使用它的实例不受影响"
            action={
              <Link className={`${controls.button} ${controls.plain}`} to={list.to}>
                {`浏览${list.label}`}
              </Link>
            }
          />
        </>
      ) : (
        <AsyncView {...answer} onRetry={answer.retry} errorTitle={`${what}加载失败`} skeleton={<EntryDetailSkeleton />}>
          {(entry) => {
            const chosen = findVersion(entry, search.get('version'))
            return (
              <article className={styles.entry}>
                <header className={styles.head}>
                  <h1 className={styles.title}>{entry.name}</h1>
                  <p className={styles.summary}>{entry.summary}</p>
                  <ul className={styles.tags}>
                    {entry.original && (
                      <li>
                        <ToneTag tone="primary" icon="check">
                          原创
                        </ToneTag>
                      </li>
                    )}
                    {entry.tags.map((tag) => (
                      <li key={tag}>
                        <ToneTag>{tag}</ToneTag>
                      </li>
                    ))}
                  </ul>
                </header>
                <aside className={styles.side} aria-label="使用与信息">
                  {chosen && side(entry, chosen)}
                </aside>
                <div className={styles.body}>{chosen && children(entry, chosen)}</div>
              </article>
            )
          }}
        </AsyncView>
      )}
    </div>
  )
}
