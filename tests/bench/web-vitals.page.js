// Runs in the page before any of its own scripts; web-vitals.ts reads what it recorded.
const noted = { fcp: 0, lcp: 0, cls: 0, content: 0, blocked: 0 }
window.noted = noted
const watch = (type, onEntry) =>
  new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true })
watch('paint', (entry) => {
  if (entry.name === 'first-contentful-paint') noted.fcp = entry.startTime
})
watch('largest-contentful-paint', (entry) => {
  noted.lcp = entry.startTime
})
watch('layout-shift', (entry) => {
  if (!entry.hadRecentInput) noted.cls += entry.value
})

watch('longtask', (entry) => {
  if (noted.content === 0 || entry.startTime < noted.content) noted.blocked += Math.max(0, entry.duration - 50)
})
if (window.contentSelector) {
  const look = () => {
    if (document.querySelector(window.contentSelector)) {
      // the frame after the one that paints it has begun
      requestAnimationFrame(() => requestAnimationFrame((at) => (noted.content = at)))
      finder.disconnect()
    }
  }
  const finder = new MutationObserver(look)
  finder.observe(document, { childList: true, subtree: true })
}
