import { useEffect, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import { useModal } from '#src/shell/use-modal.ts'
import { useHiddenArticles } from '../hidden-articles.ts'
import { find, type Passage, termsOf } from './find.ts'
import { Marked } from './Marked.tsx'
import styles from './SearchDialog.module.css'

const addressOf = ({ slug, id }: Passage) => `${paths.help_article(slug)}${id === null ? '' : `#${encodeURIComponent(id)}`}`

/** Undefined until the texts have come, null when they cannot be had. */
function usePassages(hidden: ReadonlySet<string>) {
  const [all, setAll] = useState<readonly Passage[] | null>()
  useEffect(() => {
    import('./search-data.ts').then(({ passages }) => setAll(passages)).catch(() => setAll(null))
  }, [])
  return useMemo(() => all?.filter(({ slug }) => !hidden.has(slug)) ?? all, [all, hidden])
}

/** Search over the sections of all articles: arrows choose, Enter opens, Esc closes. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const ref = useModal(onClose, { light: true })
  const navigate = useNavigate()
  const list = useId()
  const passages = usePassages(useHiddenArticles())
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const terms = useMemo(() => termsOf(typed), [typed])
  const found = useMemo(() => find(passages ?? [], typed), [passages, typed])

  const open = (passage: Passage) => {
    onClose()
    void navigate(addressOf(passage))
  }
  const move = (step: number) => {
    const next = (chosen + step + found.length) % found.length
    setChosen(next)
    document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <dialog ref={ref} className={styles.dialog} aria-label="搜索帮助">
      <div className={styles.search}>
        <Icon name="search" />
        <input
          data-autofocus
          type="search"
          role="combobox"
          aria-label="搜索帮助"
          aria-expanded={found.length > 0}
          aria-controls={list}
          aria-activedescendant={found.length > 0 ? `${list}-${chosen}` : undefined}
          autoComplete="off"
          placeholder="例如 欠费、SSH 密钥、保存镜像"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setChosen(0)
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || found.length === 0) return
            if (event.key === 'ArrowDown') move(1)
            else if (event.key === 'ArrowUp') move(-1)
            else if (event.key === 'Enter') open(found[chosen]!.passage)
            else return
            event.preventDefault()
          }}
        />
        <button type="button" className={styles.close} onClick={onClose} aria-label="关闭">
          Esc
        </button>
      </div>
      <div id={list} className={styles.list} role="listbox" aria-label="搜索结果">
        {found.map(({ passage, snippet }, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input, which keeps the focus
          <div
            key={`${passage.slug}#${passage.id}`}
            id={`${list}-${i}`}
            className={styles.option}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            onClick={() => open(passage)}
            onMouseMove={() => setChosen(i)}
          >
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
    </dialog>
  )
}
