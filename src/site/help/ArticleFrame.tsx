import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import type { Heading } from '#src/ui/markdown/headings.ts'
import styles from './ArticleFrame.module.css'
import type { HelpSection } from './contents.ts'
import { HelpSearchButton } from './search/HelpSearchButton.tsx'
import { useHelpSearchShortcut } from './search/use-help-search-shortcut.ts'

interface HelpContentsProps {
  contents: readonly HelpSection[]
  current?: string | undefined
  onChoose?: () => void
}

/** All articles by section; the open one is marked. */
function HelpContents({ contents, current, onChoose }: HelpContentsProps) {
  return (
    <nav className={styles.sections} aria-label="帮助目录">
      {contents.map(({ name, title, articles }) => (
        <section key={name}>
          <h2 className={styles.sectionTitle}>{title}</h2>
          <ul className={styles.articles}>
            {articles.map((article) => (
              <li key={article.slug}>
                <Link
                  to={paths.helpArticle(article.slug)}
                  className={styles.article}
                  aria-current={article.slug === current ? 'page' : undefined}
                  {...(onChoose && { onClick: onChoose })}
                >
                  {article.title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** The reading line: a heading at most this many px below the top of the window counts as being read. */
const readingLinePx = 120

/** Returns the id of the current section: the last heading above the reading line. Null before the first. */
function useCurrentHeading(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  const key = ids.join('\n')

  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const passed = key.split('\n').filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top <= readingLinePx
      })
      // the last section may be too short to reach the reading line
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement
      const atEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1
      setCurrent((atEnd ? key.split('\n') : passed).at(-1) ?? null)
    }
    const plan = () => {
      frame ||= requestAnimationFrame(look)
    }
    plan()
    window.addEventListener('scroll', plan, { passive: true })
    window.addEventListener('resize', plan)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', plan)
      window.removeEventListener('resize', plan)
    }
  }, [key])

  return current
}

interface ArticleOutlineProps {
  headings: readonly Heading[]
  onChoose?: () => void
}

/** The sections of the open article; the current one is marked. */
function ArticleOutline({ headings, onChoose }: ArticleOutlineProps) {
  const current = useCurrentHeading(headings.map(({ id }) => id))
  return (
    <nav aria-label="本页内容">
      <ul className={styles.outline}>
        {headings.map(({ id, text, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={styles.heading}
              data-level={level}
              aria-current={id === current ? 'location' : undefined}
              {...(onChoose && { onClick: onChoose })}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const HelpSheet = lazyDialog(async () => ({ default: (await import('#src/ui/BottomSheet.tsx')).BottomSheet }))

/** Scrolls the table of contents to the open article when the page opens, without scrolling the page. */
function useScrollCurrentIntoView(current: string) {
  const side = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another article is the reason to scroll
  useEffect(() => {
    const link = side.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!side.current || !link) return
    const { top, height } = side.current.getBoundingClientRect()
    side.current.scrollTop += link.getBoundingClientRect().top - top - height / 2
  }, [current])
  return side
}

interface Props {
  contents: readonly HelpSection[]
  current: string
  headings: readonly Heading[]
  children: ReactNode
}

/** An article between the table of all articles and its own; in narrow windows both tables are sheets. */
export function ArticleFrame({ contents, current, headings, children }: Props) {
  const [sheet, setSheet] = useState<'contents' | 'page' | null>(null)
  useHelpSearchShortcut()
  const side = useScrollCurrentIntoView(current)
  const close = () => setSheet(null)
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <button type="button" className={styles.open} onClick={() => setSheet('contents')}>
          <Icon name="menu" />
          目录
        </button>
        {headings.length > 0 && (
          <button type="button" className={styles.open} onClick={() => setSheet('page')}>
            <Icon name="rows" />
            本页内容
          </button>
        )}
        <div className={styles.search}>
          <HelpSearchButton small />
        </div>
      </div>
      <div className={styles.side}>
        <HelpSearchButton small />
        <div ref={side} className={styles.contents}>
          <HelpContents contents={contents} current={current} />
        </div>
      </div>
      <div className={styles.main}>{children}</div>
      <div className={styles.page}>
        {headings.length > 0 && (
          <>
            <p className={styles.pageTitle}>本页内容</p>
            <ArticleOutline headings={headings} />
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {sheet === 'contents' && (
          <HelpSheet title="目录" onClose={close}>
            <HelpContents contents={contents} current={current} onChoose={close} />
          </HelpSheet>
        )}
        {sheet === 'page' && (
          <HelpSheet title="本页内容" onClose={close}>
            <ArticleOutline headings={headings} onChoose={close} />
          </HelpSheet>
        )}
      </Suspense>
    </div>
  )
}
