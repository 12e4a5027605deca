import type { HelpSlug } from '#contract/help-articles.ts'

/** Preloads the text of the article at `/help/<slug>`; does nothing for any other path. */
export async function preloadArticle(pathname: string): Promise<void> {
  const slug = pathname.replace(/\/$/, '').split('/').at(-1) ?? ''
  const [{ loadArticleText }, { findHelpArticle }] = await Promise.all([import('./articles.ts'), import('./contents.ts')])
  if (findHelpArticle(slug)) await loadArticleText(slug as HelpSlug)
}
