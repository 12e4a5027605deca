import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import type { SearchControl } from '#src/ui/header/SearchShell.tsx'
import { useHiddenArticles } from '#src/ui/hidden-articles.ts'
import { useSearchOptions } from '#src/ui/use-search-options.ts'
import { findPassages, type HelpPassage, splitAtHits, splitSearchTerms } from './find-passages.ts'
import styles from './HelpSearchResults.module.css'

/** Text with the search words highlighted. */
const HighlightedText = ({ text, terms }: { text: string; terms: readonly string[] }) =>
  splitAtHits(text, terms).map(([piece, hit], i) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
      <mark key={i} className={styles.hit}>
        {piece}
      </mark>
    ) : (
      piece
    ),
  )

const buildPassagePath = ({ slug, id }: HelpPassage) =>
  `${paths.helpArticle(slug)}${id === null ? '' : `#${encodeURIComponent(id)}`}`

/** Undefined while the texts load, null if loading failed. */
function useVisiblePassages(hidden: ReadonlySet<string>) {
  const [all, setAll] = useState<readonly HelpPassage[] | null>()
  useEffect(() => {
    import('./search-data.ts').then(({ helpPassages }) => setAll(helpPassages)).catch(() => setAll(null))
  }, [])
  return useMemo(() => all?.filter(({ slug }) => !hidden.has(slug)) ?? all, [all, hidden])
}

/** The sections of all articles that contain the words; arrow keys select, Enter opens. */
export default function HelpSearchResults({ search, onClose }: { search: SearchControl; onClose: () => void }) {
  const { typed } = search
  const navigate = useNavigate()
  const passages = useVisiblePassages(useHiddenArticles())
  const terms = useMemo(() => splitSearchTerms(typed), [typed])
  const found = useMemo(() => findPassages(passages ?? [], typed), [passages, typed])
  const options = found.map(({ passage }) => ({
    id: encodeURIComponent(`${passage.slug}#${passage.id}`),
    run: () => {
      onClose()
      void navigate(buildPassagePath(passage))
    },
  }))
  const { propsOf } = useSearchOptions(search, options, { searching: passages === undefined })

  return (
    <>
      <div id={search.list} className={styles.list} role="listbox" aria-label="搜索结果">
        {found.map(({ passage, snippet }, i) => (
          <div key={options[i]!.id} className={styles.option} {...propsOf(options[i]!)}>
            <span className={styles.title}>
              <HighlightedText text={passage.heading ?? passage.article} terms={terms} />
            </span>
            <span className={styles.snippet}>
              <HighlightedText text={snippet} terms={terms} />
            </span>
            <span className={styles.place}>
              {passage.group}
              {passage.heading !== null && ` › ${passage.article}`}
            </span>
          </div>
        ))}
      </div>
      <p className={styles.state} role="status">
        {passages === null && '搜索内容没有加载成功，请检查网络后重新打开'}
        {passages === undefined && typed && '正在加载…'}
        {passages && terms.length > 0 && found.length === 0 && `没有找到「${typed.trim()}」，换一个说法或少写几个词试试`}
        {passages && terms.length > 0 && found.length > 0 && <span className="visually-hidden">找到 {found.length} 处</span>}
      </p>
    </>
  )
}
