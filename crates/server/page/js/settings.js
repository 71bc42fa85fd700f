// What this browser remembers of how its person likes to play.

const KEY = 'croupier.settings';

/** @typedef {{ fourColors: boolean, motion: boolean, sound: boolean, fast: boolean, coach: 'off' | 'after' | 'before', theme: 'system' | 'light' | 'dark' }} Settings */

/** @type {Settings} */
export const settings = {
  fourColors: false,
  motion: true,
  sound: false,
  fast: false,
  coach: 'off',
  theme: 'system',
  ...kept(),
};

/** @param {Partial<Settings>} change */
export function change(change) {
  Object.assign(settings, change);
  localStorage.setItem(KEY, JSON.stringify(settings));
  applySettings();
}

/** Puts what concerns the whole document into effect. */
export function applySettings() {
  document.documentElement.classList.toggle('four-colors', settings.fourColors);
  document.documentElement.classList.toggle('still', !settings.motion);
  document.documentElement.style.colorScheme = settings.theme === 'system' ? '' : settings.theme;
}

/** @returns {Partial<Settings>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}
