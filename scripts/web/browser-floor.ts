/** The oldest browsers the web is built for, as the bundler writes them. `public/browser-floor.js` finds older ones. */
export const browserFloor = ['chrome111', 'edge111', 'safari16.2', 'firefox121']
