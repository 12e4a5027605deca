/*
 * Shows browsers older than the floor (docs/decisions/108-what-a-release-carries.md) a page that says so. Runs in them, so it is ES5 and
 * no module. Each test is passed from the floor on: Chrome 111 and Safari 16.2 by color-mix(), Firefox 121 by :has().
 */
;(function () {
  var isRecent =
    window.CSS &&
    CSS.supports &&
    CSS.supports('color', 'color-mix(in srgb, red, blue)') &&
    CSS.supports('selector(:has(a))') &&
    Array.prototype.toSorted
  if (!isRecent) location.replace('/old-browser.html' + (/MicroMessenger/i.test(navigator.userAgent) ? '#wechat' : ''))
})()
