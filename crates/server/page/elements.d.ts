// The page's own elements by their tags.
import type { PlayingCard } from './art/cards.js';
import type { TableFelt } from './felt/table-felt.js';
import type { SiteFooter, SiteHeader } from './js/header.js';

declare global {
  interface HTMLElementTagNameMap {
    'playing-card': PlayingCard;
    'table-felt': TableFelt;
    'site-header': SiteHeader;
    'site-footer': SiteFooter;
  }
}
