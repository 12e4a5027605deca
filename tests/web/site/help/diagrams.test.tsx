import { readdirSync, readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { helpDiagrams } from '#src/site/help/diagrams/help-diagrams.tsx'
import { fillPlaceholders } from '#src/site/help/help-values.ts'
import { Markdown } from '#src/ui/markdown/Markdown.tsx'

const root = 'src/site/help/articles'
const articles = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => fillPlaceholders(readFileSync(`${root}/${file}`, 'utf8')))
const named = articles.flatMap((text) => [...text.matchAll(/^!\[(.*)\]\(diagram:([a-z-]+) "(.+)"\)$/gm)])

const show = (source: string, diagrams?: typeof helpDiagrams) =>
  render(
    <MemoryRouter>
      <Markdown source={source} {...(diagrams && { diagrams })} />
    </MemoryRouter>,
  ).container

describe('Diagrams in the help', () => {
  it('are all used, and every one an article names exists', () => {
    expect(named.map(([, , name]) => name).sort()).toEqual(Object.keys(helpDiagrams).sort())
    expect(articles.join('').match(/diagram:/g)).toHaveLength(named.length)
  })

  it.each(named.map(([source, alt, name, caption]) => ({ source, alt, name, caption })))(
    '$name says in words what it shows, is drawn for wide and for narrow pages, and stands in no paragraph',
    ({ source, alt = '', caption = '' }) => {
      const container = show(source, helpDiagrams)
      expect(alt.length).toBeGreaterThan(20)
      const picture = screen.getByRole('img', { name: alt })
      expect(screen.getByText(caption).tagName).toBe('FIGCAPTION')
      expect(picture.closest('p')).toBeNull()
      const drawn = [...picture.children].map((svg) => svg.getAttribute('viewBox')?.split(' ')[2])
      expect(drawn).toEqual(['672', '328'])
      expect(container.innerHTML).not.toMatch(/ style="|NaN|undefined/)
    },
  )

  it('of the days a stopped instance is kept has the days of the notices from the limits', () => {
    const container = show('![停用的每一天](diagram:retention "天")', helpDiagrams)
    const days = [...container.querySelectorAll('svg')[0]!.querySelectorAll('text')].map(({ textContent }) => Number(textContent))
    expect(days).toEqual(Array.from({ length: limits.releaseDays }, (_, index) => index + 1))
    expect(screen.getByText(`第 ${limits.releaseNoticeDays.join('、')} 天通知`)).toBeInTheDocument()
    expect(screen.getByText(`停用满 ${limits.releaseDays} 天释放`)).toBeInTheDocument()
  })

  it('cannot be drawn by texts of users: only the words are shown', () => {
    const container = show('![停用的每一天](diagram:retention "天")')
    expect(container.querySelector('svg, img, figure, a')).toBeNull()
    expect(container).toHaveTextContent('停用的每一天')
  })
})
