export { default as rulebooks } from '../api/rulebooks/de.json';
export { default as texts } from '../i18n/de.json?first';
