import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import type { Search } from '#src/ui/header/SearchShell.tsx'
import { useOptions } from '#src/ui/use-search-options.ts'
import { useHiddenArticles } from '../hidden-articles.ts'
import { find, type Passage, termsOf } from './find-passages.ts'
import styles from './HelpSearchResults.module.css'
import { Marked } from './HighlightedText.tsx'

const addressOf = ({ slug, id }: Passage) => `${paths.help_article(slug)}${id === null ? '' : `#${encodeURIComponent(id)}`}`

/** Undefined until the texts have come, null when they cannot be had. */
function usePassages(hidden: ReadonlySet<string>) {
  const [all, setAll] = useState<readonly Passage[] | null>()
  useEffect(() => {
    import('./search-data.ts').then(({ passages }) => setAll(passages)).catch(() => setAll(null))
  }, [])
  return useMemo(() => all?.filter(({ slug }) => !hidden.has(slug)) ?? all, [all, hidden])
}

/** The sections of all articles in which the words stand: arrows choose, Enter opens. */
export default function SearchResults({ search, onClose }: { search: Search; onClose: () => void }) {
  const { typed } = search
  const navigate = useNavigate()
  const passages = usePassages(useHiddenArticles())
  const terms = useMemo(() => termsOf(typed), [typed])
  const found = useMemo(() => find(passages ?? [], typed), [passages, typed])
  const options = found.map(({ passage }) => ({
    id: encodeURIComponent(`${passage.slug}#${passage.id}`),
    run: () => {
      onClose()
      void navigate(addressOf(passage))
    },
  }))
  const { propsOf } = useOptions(search, options, { searching: passages === undefined })

  return (
    <>
      <div id={search.list} className={styles.list} role="listbox" aria-label="搜索结果">
        {found.map(({ passage, snippet }, i) => (
          <div key={options[i]!.id} className={styles.option} {...propsOf(options[i]!)}>
            <span className={styles.title}>
              <Marked text={passage.heading ?? passage.article} terms={terms} />
            </span>
            <span className={styles.snippet}>
              <Marked text={snippet} terms={terms} />
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
