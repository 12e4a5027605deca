// Runs in the page before any of its own scripts, for console-use.ts: tsx would add helpers that the page lacks.

/** Clicks on a link; milliseconds until the title and the content of the page at `path` are painted. */
window.measureSwitch = async (link, { path, content }) => {
  const left = document.querySelector('main h1')?.textContent
  const begun = performance.now()
  const find = (found) =>
    new Promise((done) => {
      const look = () => {
        if (!found()) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)))
      }
      const observer = new MutationObserver(look)
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      look()
    })
  const isThere = () => {
    const heading = document.querySelector('main h1')
    return location.pathname.startsWith(path) && heading !== null && heading.textContent !== left
  }
  link.click()
  const [title, rows] = await Promise.all([find(isThere), find(() => isThere() && document.querySelector(content) !== null)])
  return { title, rows }
}
