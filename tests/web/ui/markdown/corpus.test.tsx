import { render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { type DatasetFileEntry, datasets } from '#contract/community.ts'
import { ImageSubline } from '#src/features/images/community/ImageSubline.tsx'
import { AuthorName } from '#src/site/community/AuthorName.tsx'
import { CommunityEntryCard } from '#src/site/community/CommunityEntryCard.tsx'
import { DatasetPreviewBody } from '#src/ui/file-tree/DatasetPreviewBody.tsx'
import { FolderLevel } from '#src/ui/file-tree/FileTree.tsx'
import { Markdown } from '#src/ui/markdown/Markdown.tsx'
import { mockCall } from '#tests/web/support/wire.ts'
import { injectionPayloads, scriptInjections } from './corpus.ts'

const executable =
  'script, iframe, object, embed, form, style, link, meta, base, template, math, foreignObject, animate, set, use'
const addresses = ['href', 'src', 'xlink:href', 'action', 'formaction', 'srcdoc', 'poster', 'data']
const harmless = /^(https?:\/\/|mailto:|\/(?!\/)|#)/

/** What could run, or lead where something runs, with the element that would. */
function dangersIn(root: ParentNode): string[] {
  const found = [...root.querySelectorAll(executable)].map((element) => element.outerHTML)
  for (const element of root.querySelectorAll('*'))
    for (const { name, value } of element.attributes)
      if (name.startsWith('on') || (addresses.includes(name) && !harmless.test(value))) found.push(element.outerHTML)
  return found
}

const drawn = (node: ReactNode) => render(<MemoryRouter>{node}</MemoryRouter>).container

const namedFile = (text: string): DatasetFileEntry => ({
  name: text,
  path: `folder/${text}`,
  folder: false,
  size_bytes: 1,
  file_count: 1,
  kind: text,
  sha256: null,
})
const author = (text: string) => ({ id: text, nickname: text, is_creator: true })

/** Every place where words of users are shown, each with this one. */
const places: Readonly<Record<string, (text: string) => ReactNode>> = {
  readme: (text) => <Markdown source={text} />,
  'name, summary, tags and author of a card': (text) => (
    <CommunityEntryCard
      to="/community/image"
      name={text}
      summary={text}
      original
      tags={[text]}
      author={author(text)}
      kind={text}
      facts={text}
      uses={1}
      stars={1}
    />
  ),
  'line of a console list': (text) => (
    <ImageSubline image={{ summary: text, author: author(text), original: false, tags: [text] }} />
  ),
  author: (text) => <AuthorName {...author(text)} />,
  'previewed text': (text) => (
    <DatasetPreviewBody
      path={`${text}.txt`}
      size_bytes={1}
      kind="text/plain"
      shown="text"
      text={text}
      image={null}
      truncated={false}
      why_not={text}
    />
  ),
  'previewed table': (text) => (
    <DatasetPreviewBody
      path="a.csv"
      size_bytes={1}
      kind="text/csv"
      shown="text"
      text={text}
      image={null}
      truncated={false}
      why_not={null}
    />
  ),
}

/** A folder of files with these names, once it is loaded. */
async function showFileNames(texts: readonly string[]): Promise<HTMLElement> {
  mockCall(datasets.file_list, () => ({ items: texts.map(namedFile), total: texts.length }))
  const folder = drawn(<FolderLevel version_id="v-1" path="" chosen="" onChoose={() => undefined} />)
  await waitFor(() => expect(folder.querySelectorAll('li')).toHaveLength(texts.length))
  return folder
}

describe('Words of users run no script', () => {
  it('tried in at least 80 ways, each once', () => {
    expect(new Set(injectionPayloads).size).toBe(injectionPayloads.length)
    expect(injectionPayloads.length).toBeGreaterThanOrEqual(80)
  })

  it('and the check sees what would', () => {
    const page = document.createElement('div')
    for (const bad of ['<b onclick="x">', '<a href="javascript:x">', '<img src="data:x">', '<script></script>', '<a href="//e">'])
      page.innerHTML += bad
    expect(dangersIn(page)).toHaveLength(5)
  })

  for (const [place, show] of Object.entries(places))
    describe(place, () => {
      it.each(Object.entries(scriptInjections))('%s', (_, texts) => {
        for (const text of texts) expect(dangersIn(drawn(show(text))), text).toEqual([])
      })
    })

  describe('file name', () => {
    it.each(Object.entries(scriptInjections))('%s', async (_, texts) => {
      expect(dangersIn(await showFileNames(texts))).toEqual([])
    })
  })

  it('and what is no Markdown is still shown as it was written', async () => {
    const text = '<script>alert(1)</script>'
    for (const show of Object.values(places)) expect(drawn(show(text)).textContent).toContain(text)
    expect((await showFileNames([text])).textContent).toContain(text)
  })
})
