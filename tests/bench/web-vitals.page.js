// Runs in the page before any of its own scripts; web-vitals.ts reads what it recorded.
const noted = { fcp: 0, lcp: 0, cls: 0 }
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
