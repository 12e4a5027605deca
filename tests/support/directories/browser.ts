/** A browser as a provider sees one: keeps cookies, follows redirects of one origin, and stops where it is sent elsewhere. */
export function createBrowser() {
  const jar = new Map<string, string>()

  async function request(url: string, form?: Record<string, string>): Promise<{ url: string; body: string; left?: string }> {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), referer: url },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]!.split(/=(.*)/s)
      if (value === '' || /expires=thu, 01 jan 1970/i.test(cookie)) jar.delete(name)
      else jar.set(name, value)
    }
    const location = answer.headers.get('location')
    const body = await answer.text()
    if (!location) return { url, body }
    const next = new URL(location, url)
    return next.origin === new URL(url).origin ? request(next.href) : { url, body, left: next.href }
  }

  return {
    open: (url: string) => request(url),
    submit: (url: string, form: Record<string, string>) => request(url, form),
  }
}

/** The query with which a provider has sent the browser away, and its `state`. */
export function readReturn(left: string | undefined): { state: string; answer: string } {
  const { search, searchParams } = new URL(left ?? 'about:blank')
  return { state: searchParams.get('state') ?? '', answer: search.slice(1) }
}
